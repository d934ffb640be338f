#pragma once
#define FUSE_USE_VERSION 314
#include <fuse3/fuse_lowlevel.h>
#include <linux/fuse.h>
#include <stddef.h>
#include <sys/ioctl.h>

// <fcntl.h> has it under _GNU_SOURCE only.
ssize_t splice(int in, off_t *in_offset, int out, off_t *out_offset, size_t length, unsigned flags);

// Of the kernel's FUSE protocol 7.40, newer than Debian's kernel headers.
#define FPSIM_FUSE_DIRECT_IO_ALLOW_MMAP (1ULL << 36)
#define FPSIM_FUSE_PASSTHROUGH (1ULL << 37)
#define FPSIM_FOPEN_PASSTHROUGH (1 << 7)

struct fpsim_fuse_backing_map {
    int32_t fd;
    uint32_t flags;
    uint64_t padding;
};

// An ioctl's number is a macro with arithmetic and ioctl(2) is variadic: Swift can use neither.
static inline int fpsim_backing_open(int session, int file) {
    struct fpsim_fuse_backing_map map = {.fd = file};
    return ioctl(session, _IOW(229, 1, struct fpsim_fuse_backing_map), &map);
}
static inline int fpsim_backing_close(int session, uint32_t backing) {
    return ioctl(session, _IOW(229, 2, uint32_t), &backing);
}

// The one-element array at the end of fuse_bufvec has no name in Swift that reaches its members in place.
static inline struct fuse_bufvec fpsim_file_buffer(int fd, off_t offset, size_t size) {
    struct fuse_bufvec vector = FUSE_BUFVEC_INIT(size);
    vector.buf[0].flags = (enum fuse_buf_flags)(FUSE_BUF_IS_FD | FUSE_BUF_FD_SEEK);
    vector.buf[0].fd = fd;
    vector.buf[0].pos = offset;
    return vector;
}
static inline struct fuse_bufvec fpsim_memory_buffer(void *memory, size_t size) {
    struct fuse_bufvec vector = FUSE_BUFVEC_INIT(size);
    vector.buf[0].mem = memory;
    return vector;
}
