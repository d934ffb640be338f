import ImportCore
import SystemIO

/// An open item of a provider.
final class FileReader: SourceReader {
    private let file: OwnedFileDescriptor
    /// What the open found, which is what the first question for attributes would find.
    private var opened: FileStatus?

    init(file: consuming OwnedFileDescriptor, status: FileStatus) {
        self.file = file
        opened = status
    }

    func attributes(_ control: ImportControl) throws(ImportProblem) -> SourceAttributes {
        let status: FileStatus
        if let opened {
            status = opened
            self.opened = nil
        } else {
            status = try FileItem.call(control, isReading: true) { () throws(Errno) in
                try file.borrowed.statusOnce()
            }
        }
        return SourceAttributes(
            device: status.device, inode: status.inode, size: status.size,
            modified: status.modified.seconds * 1_000_000_000 + Int64(status.modified.nanoseconds))
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, _ control: ImportControl
    ) throws(ImportProblem) -> Int {
        try FileItem.call(control, isReading: true) { () throws(Errno) in
            try file.borrowed.readOnce(into: buffer, at: offset)
        }
    }

    func makeDigest() -> any ContentDigest { SHA256Digest() }
}
