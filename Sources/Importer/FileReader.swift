import ImportCore
import SystemIO

/// An open item of a provider.
final class FileReader: SourceReader {
    /// nil once it is closed.
    private var file: OwnedFileDescriptor?
    private let isOnProvider: Bool
    /// What the open found, which is what the first question for attributes would find.
    private var opened: FileStatus?

    /// Where a provider says which version of an item it has: a name that changes with the content.
    private static let versionAttribute = "user.fpsim.version"

    init(file: consuming OwnedFileDescriptor, isOnProvider: Bool) {
        self.file = consume file
        self.isOnProvider = isOnProvider
    }

    /// What the item is, just after it was opened.
    func status(_ control: ImportControl) throws(ImportProblem) -> FileStatus {
        let status = try FileItem.call(control) { () throws(Errno) in try descriptor.statusOnce() }
        opened = status
        return status
    }

    func attributes(_ control: ImportControl) throws(ImportProblem) -> SourceAttributes {
        let status: FileStatus
        if let opened {
            status = opened
            self.opened = nil
        } else {
            status = try FileItem.call(control, isReading: true) { () throws(Errno) in
                try descriptor.statusOnce()
            }
        }
        return SourceAttributes(status, version: isOnProvider ? try version(control) : nil)
    }

    /// What the provider says of the version. One that can't say it is no worse than one that doesn't.
    private func version(_ control: ImportControl) throws(ImportProblem) -> String? {
        let value = try FileItem.call(control, isReading: true) { () throws(Errno) in
            do throws(Errno) {
                return try descriptor.extendedAttributeOnce(Self.versionAttribute)
            } catch  where error != .interrupted {
                return nil
            }
        }
        return value.map { String(decoding: $0, as: UTF8.self) }
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, _ control: ImportControl
    ) throws(ImportProblem) -> Int {
        try FileItem.call(control, isReading: true) { () throws(Errno) in
            try descriptor.readOnce(into: buffer, at: offset)
        }
    }

    /// What close(2) says of a file that was only read is no news of the copy, which is proven whole or not by then.
    func close(_ control: ImportControl) throws(ImportProblem) {
        guard let number = file.take()?.release() else { return }
        let interruptible = InterruptibleCall()
        defer { interruptible.end() }
        try control.leaving(interrupt: interruptible.interrupt) {
            try? OwnedFileDescriptor(owning: number).close()
        }
    }

    private var descriptor: FileDescriptor {
        guard let descriptor = file?.borrowed else { preconditionFailure("nothing is read of a closed item") }
        return descriptor
    }

    func makeDigest() -> any ContentDigest { SHA256Digest() }
}

extension SourceAttributes {
    init(_ status: FileStatus, version: String? = nil) {
        // It is compared and never shown, so a provider's date from before 1677 may as well overflow.
        let modified = status.modified.seconds &* 1_000_000_000 &+ Int64(status.modified.nanoseconds)
        self.init(
            device: status.device, inode: status.inode, size: status.size, modified: modified, version: version)
    }
}
