import CFuse3
import Glibc
import SystemIO

// The same answers from arrays: a reply can't be consumed in the closure that lends an array's bytes.

extension Reply where Answer == Answers.Data {
    /// Fewer bytes than were asked for mean the end of the file.
    package consuming func data(_ bytes: [UInt8]) {
        send(array: bytes)
    }
}

extension Reply where Answer == Answers.ExtendedAttribute {
    /// Answers getxattr and listxattr: with the bytes, or with their number where `capacity` is 0, or with ERANGE
    /// where they don't fit.
    package consuming func value(_ bytes: [UInt8], capacity: Int) {
        if capacity == 0 {
            send(fuse_getxattr_out(size: UInt32(bytes.count), padding: 0))
        } else if bytes.count > capacity {
            fail(Errno(rawValue: ERANGE))
        } else {
            send(array: bytes)
        }
    }
}

extension Reply where Answer == Answers.Ioctl {
    /// What was asked for, or nothing where something was set.
    package consuming func value(_ bytes: [UInt8]) {
        answer { request, _ in
            _ = bytes.withUnsafeBytes { fuse_reply_ioctl(request, 0, $0.baseAddress, $0.count) }
        }
    }
}

extension Reply {
    private consuming func send(array bytes: [UInt8]) {
        answer { request, _ in
            _ = bytes.withUnsafeBytes {
                fuse_reply_buf(request, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
            }
        }
    }
}
