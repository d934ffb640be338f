#pragma once

// What Swift's Glibc module lacks because it is built without _GNU_SOURCE: names only, no logic. The declarations
// repeat those of glibc's headers (2.36).

#include <linux/landlock.h>
#include <linux/stat.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/pidfd.h>
#include <elf.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

// <fcntl.h>
enum {
    CLINUX_O_DIRECT = 040000,
    CLINUX_O_NOATIME = 01000000,
    CLINUX_O_PATH = 010000000,
    CLINUX_O_TMPFILE = 020200000,
    CLINUX_AT_NO_AUTOMOUNT = 0x800,
    CLINUX_AT_EMPTY_PATH = 0x1000,
    CLINUX_AT_STATX_DONT_SYNC = 0x4000,
    CLINUX_F_SETPIPE_SZ = 1031,
    CLINUX_SPLICE_F_MOVE = 1,
    CLINUX_SPLICE_F_NONBLOCK = 2,
    CLINUX_RENAME_NOREPLACE = 1,
    CLINUX_RENAME_EXCHANGE = 2,
    CLINUX_FALLOC_FL_KEEP_SIZE = 1,
    CLINUX_FALLOC_FL_PUNCH_HOLE = 2,
    CLINUX_FALLOC_FL_ZERO_RANGE = 16,
    CLINUX_SEEK_DATA = 3,
    CLINUX_SEEK_HOLE = 4,
};
struct file_handle {
    unsigned int handle_bytes;
    int handle_type;
    unsigned char f_handle[0];
};
int statx(int dirfd, const char *path, int flags, unsigned mask, struct statx *buffer);
ssize_t splice(int in, off_t *in_offset, int out, off_t *out_offset, size_t length, unsigned flags);
int renameat2(int old_dirfd, const char *old_path, int new_dirfd, const char *new_path, unsigned flags);
ssize_t copy_file_range(int in, off_t *in_offset, int out, off_t *out_offset, size_t length, unsigned flags);
int fallocate(int fd, int mode, off_t offset, off_t length);
int name_to_handle_at(int dirfd, const char *path, struct file_handle *handle, int *mount_id, int flags);
int open_by_handle_at(int mount_fd, struct file_handle *handle, int flags);
int syncfs(int fd);

// <sys/mount.h> of glibc 2.36, which can't be included beside linux/mount.h.
int fsopen(const char *type, unsigned flags);
int fsconfig(int fd, unsigned command, const char *key, const void *value, int aux);
int fsmount(int fd, unsigned flags, unsigned attributes);

// <dirent.h>
ssize_t getdents64(int fd, void *buffer, size_t length);

// <sys/stat.h>
enum { CLINUX_UTIME_NOW = (1L << 30) - 1, CLINUX_UTIME_OMIT = (1L << 30) - 2 };

// Macros with arithmetic, which Swift can't import.
static inline unsigned clinux_major(dev_t device) { return gnu_dev_major(device); }
static inline unsigned clinux_minor(dev_t device) { return gnu_dev_minor(device); }
// A variadic function, which Swift can't call.
static inline int clinux_prctl(int option, unsigned long argument) { return prctl(option, argument, 0, 0, 0); }
static inline dev_t clinux_makedev(unsigned major, unsigned minor) { return gnu_dev_makedev(major, minor); }

// A variable that Swift 6 takes for shared state.
static inline int clinux_output_has_failed(void) { return ferror(stdout); }

// A GNU call that Swift's Glibc lacks: accept4(2).
int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);

// Children. The names that end in _np, and pipe2, are GNU's: Glibc's Swift module is built without them.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int pipe2(int[2], int);
static const short fpsim_POSIX_SPAWN_SETSID = 0x80;
static inline int fpsim_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
static inline int fpsim_pidfd_send_signal(int fd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, fd, signal, (void *)0, 0);
}
static inline int fpsim_set_child_subreaper(int on) { return prctl(PR_SET_CHILD_SUBREAPER, on, 0, 0, 0); }

// Confinement: fork(2), which Swift declares unavailable and which is sound in a process of one thread; the calls of
// landlock(7), which have no wrappers in glibc; and GNU's setresuid(2), setresgid(2) and setgroups(2).
#include <grp.h>
// _Fork runs no handler of pthread_atfork(3): a child of one thread needs none, and may lack the library it is in.
extern pid_t _Fork(void);
static inline pid_t fpsim_bare_fork(void) { return _Fork(); }
// mremap(2) with MREMAP_MAYMOVE and MREMAP_FIXED.
static inline void *clinux_move_mapping(void *from, size_t size, void *to) {
    return (void *)syscall(SYS_mremap, from, size, size, 1 | 2, to);
}
// Of <linux/mman.h>, which older kernel headers lack.
static const int CLINUX_MADV_COLLAPSE = 25;
static inline int fpsim_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, (void *)0, 0, LANDLOCK_CREATE_RULESET_VERSION);
}
static inline int fpsim_landlock_create_ruleset(const void *attributes, size_t size) {
    return (int)syscall(SYS_landlock_create_ruleset, attributes, size, 0);
}
static inline int fpsim_landlock_restrict_self(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
static inline int fpsim_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int fpsim_set_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
static inline int fpsim_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }
extern int setresuid(uid_t, uid_t, uid_t);
extern int setresgid(gid_t, gid_t, gid_t);

// sched_setattr(2) and sched_getattr(2) of the calling thread, which glibc 2.36 has no wrappers for: the turn that a
// thread of ordinary scheduling asks for, in nanoseconds, with its niceness left as it is. Kernels before 6.12 don't
// know turns: they take any and tell 0.
struct fpsim_sched_attributes {
    unsigned size, policy;
    unsigned long long flags;
    int nice;
    unsigned priority;
    unsigned long long runtime, deadline, period;
};
static inline int fpsim_get_scheduling(struct fpsim_sched_attributes *attributes) {
    return (int)syscall(SYS_sched_getattr, 0, attributes, sizeof *attributes, 0);
}
static inline int fpsim_set_scheduling(struct fpsim_sched_attributes *attributes) {
    return (int)syscall(SYS_sched_setattr, 0, attributes, 0);
}

#include <linux/magic.h>
