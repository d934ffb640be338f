#pragma once

// State that the kernel keeps for each thread and the C library for the whole process: credentials, the file mode
// mask and working directory, and the table of descriptors. A thread that has its own can act as another user or
// as another owner of locks, with no second process. Plus a few names that Swift's Glibc module lacks because it is
// built without _GNU_SOURCE.

#include <grp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    CLINUX_CLONE_FS = 0x200,
    CLINUX_CLOSE_RANGE_UNSHARE = 2,
    CLINUX_F_OFD_GETLK = 36,
    CLINUX_F_OFD_SETLK = 37,
    CLINUX_FALLOC_FL_COLLAPSE_RANGE = 8,
    CLINUX_FALLOC_FL_INSERT_RANGE = 32,
    CLINUX_POSIX_FADV_DONTNEED = 4,
};

int unshare(int flags);
pid_t gettid(void);
ssize_t process_vm_readv(pid_t pid, const struct iovec *local, unsigned long local_count, const struct iovec *remote,
                         unsigned long remote_count, unsigned long flags);

// syscall(2) is variadic, which Swift can't call.
static inline int clinux_thread_setresuid(uid_t real, uid_t effective, uid_t saved) {
    return (int)syscall(SYS_setresuid, real, effective, saved);
}
static inline int clinux_thread_setresgid(gid_t real, gid_t effective, gid_t saved) {
    return (int)syscall(SYS_setresgid, real, effective, saved);
}
static inline int clinux_thread_setgroups(size_t count, const gid_t *groups) {
    return (int)syscall(SYS_setgroups, count, groups);
}
static inline int clinux_close_range(unsigned first, unsigned last, unsigned flags) {
    return (int)syscall(SYS_close_range, first, last, flags);
}
