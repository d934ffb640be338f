import ImportCore
import SystemIO

/// An item at a path, read with system calls that a cancel or a deadline can end.
struct FileItem: SourceItem {
    /// The path's bytes and a final NUL.
    private let path: [CChar]
    /// Whether the path is on a provider, where a link must not lead out of it.
    private let isOnProvider: Bool

    init(path: [UInt8], isOnProvider: Bool) {
        self.path = path.map { CChar(bitPattern: $0) } + [0]
        self.isOnProvider = isOnProvider
    }

    func open(_ control: ImportControl) throws(ImportProblem) -> any SourceReader {
        let here = FileDescriptor.workingDirectory
        var status = try Self.call(control) { () throws(Errno) in try here.statusOnce(of: path, followLink: false) }
        let isLink = status.isSymbolicLink
        if isLink {
            let target = try Self.call(control) { () throws(Errno) in try here.statusOnce(of: path, followLink: true) }
            if isOnProvider, target.device != status.device {
                throw ImportProblem(.notAFile, "it is a symbolic link that leads out of its provider")
            }
            status = target
        }
        try Self.requireFile(status)
        // Between the look and the open, the name may have become a pipe, on which a plain open would wait for ever.
        let flags: OpenFlags = isLink ? [.readOnly, .nonBlocking] : [.readOnly, .nonBlocking, .noFollow]
        let reader = FileReader(file: try openFile(flags, control), isOnProvider: isOnProvider)
        do throws(ImportProblem) {
            let opened = try reader.status(control)
            try Self.requireFile(opened)
            guard (opened.device, opened.inode) == (status.device, status.inode) else {
                throw ImportProblem(.changed, "another item took its place while it was opened")
            }
        } catch {
            try reader.close(control)
            throw error
        }
        return reader
    }

    /// What the item's attributes are, without opening it.
    /// - Throws: `ImportProblem`, also for what is no file.
    func attributes(_ control: ImportControl) throws(ImportProblem) -> SourceAttributes {
        let status = try Self.call(control) { () throws(Errno) in
            try FileDescriptor.workingDirectory.statusOnce(of: path, followLink: true)
        }
        try Self.requireFile(status)
        return SourceAttributes(status)
    }

    private func openFile(_ flags: OpenFlags, _ control: ImportControl) throws(ImportProblem) -> OwnedFileDescriptor {
        let number = try Self.call(control) { () throws(Errno) in
            try FileDescriptor.workingDirectory.openOnce(path, flags).release()
        }
        return OwnedFileDescriptor(owning: number)
    }

    private static func requireFile(_ status: FileStatus) throws(ImportProblem) {
        let what: String
        switch status.kind {
        case .regular: return
        case .directory: what = "it is a folder or a package, and only single files can be imported"
        case .fifo: what = "it is a pipe"
        case .socket: what = "it is a socket"
        case .characterDevice, .blockDevice: what = "it is a device"
        case .symbolicLink: what = "it is a symbolic link"
        case nil: what = "it is of an unknown kind"
        }
        throw ImportProblem(.notAFile, what)
    }

    /// Makes a call that may wait for the provider, again when a signal that meant something else ended it.
    static func call<Value>(
        _ control: ImportControl, isReading: Bool = false, _ body: () throws(Errno) -> Value
    ) throws(ImportProblem) -> Value {
        let interruptible = InterruptibleCall()
        defer { interruptible.end() }
        return try control.waiting(interrupt: interruptible.interrupt) { () throws(ImportProblem) in
            while true {
                do throws(Errno) {
                    return try body()
                } catch  where error == .interrupted {
                    try control.checkpoint()
                } catch {
                    throw ImportProblem(source: error, isReading: isReading)
                }
            }
        }
    }
}
