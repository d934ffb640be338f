#pragma once
#include <linux/landlock.h>
#include <sys/socket.h>

// A GNU call that Swift's Glibc lacks: accept4(2).
int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);
