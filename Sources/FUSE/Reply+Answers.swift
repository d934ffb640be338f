import CFuse3
import Glibc
import SystemIO

extension Reply where Answer == Answers.Entry {
    /// - Returns: false if the kernel doesn't want it any more: then it counts no lookup.
    @discardableResult
    package consuming func found(_ entry: Entry) -> Bool {
        send(entry.raw)
    }

    /// There is no such name, and the kernel may remember that for a while.
    package consuming func absent(for timeout: Duration) {
        var raw = fuse_entry_out()
        (raw.entry_valid, raw.entry_valid_nsec) = timeout.validity
        send(raw)
    }
}

extension Reply where Answer == Answers.Attributes {
    package consuming func attributes(_ status: FileStatus, timeout: Duration) {
        var raw = fuse_attr_out()
        (raw.attr_valid, raw.attr_valid_nsec) = timeout.validity
        raw.attr = status.raw
        send(raw)
    }
}

extension Reply where Answer == Answers.Link {
    package consuming func target(_ bytes: [UInt8]) {
        answer { request, _ in
            _ = bytes.withUnsafeBytes {
                fuse_reply_buf(request, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
            }
        }
    }
}

extension Reply where Answer == Answers.Opened {
    /// - Returns: false if the kernel doesn't want it any more: then no `release` will come.
    package consuming func opened(_ file: OpenedFile) -> Bool {
        send(file.raw)
    }
}

extension Reply where Answer == Answers.Created {
    /// - Returns: false if the kernel doesn't want it any more: then neither `forget` nor `release` will come.
    package consuming func created(_ entry: Entry, _ file: OpenedFile) -> Bool {
        send((entry.raw, file.raw))
    }
}

extension Reply where Answer == Answers.Data {
    /// Fewer bytes than were asked for mean the end of the file.
    package consuming func data(_ bytes: UnsafeRawBufferPointer) {
        send(bytes: bytes)
    }

    /// Up to `count` bytes of a file, by splice where that is quicker than copying.
    /// - Returns: how many there were, where that is known; 0 if the file couldn't be read.
    @discardableResult
    package consuming func data(from file: FileDescriptor, at offset: Int64, count: Int) -> Int? {
        answer { request, session in session.sendFile(request, file, offset: offset, count: count) }
    }
}

extension Reply where Answer == Answers.Listing {
    package consuming func entries(_ buffer: borrowing ListingBuffer) {
        send(bytes: buffer.bytes)
    }
}

extension Reply where Answer == Answers.Count {
    /// So many bytes were written (write, copy_file_range).
    package consuming func count(_ count: Int) {
        send(fuse_write_out(size: UInt32(clamping: count), padding: 0))
    }
}

extension Reply where Answer == Answers.Statistics {
    package consuming func statistics(_ statistics: FileSystemStatistics) {
        send(
            fuse_statfs_out(
                st: fuse_kstatfs(
                    blocks: statistics.blocks, bfree: statistics.freeBlocks, bavail: statistics.availableBlocks,
                    files: statistics.files, ffree: statistics.freeFiles, bsize: statistics.blockSize,
                    namelen: statistics.nameLength, frsize: statistics.fragmentSize, padding: 0,
                    spare: (0, 0, 0, 0, 0, 0))))
    }
}

extension Reply where Answer == Answers.ExtendedAttribute {
    /// Answers getxattr and listxattr: with the bytes, or with their number where `capacity` is 0, or with ERANGE
    /// where they don't fit.
    package consuming func value(_ bytes: UnsafeRawBufferPointer, capacity: Int) {
        if capacity == 0 {
            send(fuse_getxattr_out(size: UInt32(bytes.count), padding: 0))
        } else if bytes.count > capacity {
            fail(Errno(rawValue: ERANGE))
        } else {
            send(bytes: bytes)
        }
    }
}

extension Reply where Answer == Answers.Position {
    package consuming func position(_ offset: Int64) {
        send(fuse_lseek_out(offset: UInt64(bitPattern: offset)))
    }
}

extension Reply where Answer == Answers.Done {
    package consuming func done() {
        answer { request, _ in _ = fuse_reply_err(request, 0) }
    }
}
