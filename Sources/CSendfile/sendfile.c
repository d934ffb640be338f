// Foundation's copyItem and moveItem on Linux call sendfile(2) in a loop until as many bytes are copied as the source's
// st_size states, and look at nothing but errors. A source that ends earlier, such as a truncated download, makes that
// loop endless. This definition is what Foundation finds instead, in dynamic and static programs alike.
//
// Where the system call moves nothing before the count is reached, the source has ended: the offset is advanced by the
// rest, and the rest is returned as if it had been moved. So copyItem succeeds with a short copy, as Apple's published
// copyfile does, and code that doesn't look shows here the loss that it would show on a device.

#include "CSendfile.h"

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Only Foundation's use is changed: a caller without an offset, such as a server that sends to a socket, gets the
// plain system call.
ssize_t sendfile(int out, int in, off_t *offset, size_t count) {
    ssize_t moved = syscall(SYS_sendfile, out, in, offset, count);
    if (moved == 0 && count > 0 && offset != NULL) {
        *offset += (off_t)count;
        return (ssize_t)count;
    }
    return moved;
}

ssize_t sendfile64(int out, int in, off_t *offset, size_t count) __attribute__((alias("sendfile")));

int fpsim_sendfile_is_linked(void) { return 1; }
