#pragma once
#include <linux/landlock.h>
#include <sys/socket.h>

// A GNU call that Swift's Glibc lacks: accept4(2).
int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);

#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

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
