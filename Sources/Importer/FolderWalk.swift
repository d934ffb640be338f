import ImportCore
import SystemIO

/// The documents below a folder, found as they are asked for, so that a tree of any size takes little memory. Links
/// are not followed.
public final class FolderWalk {
    private var folders: [[UInt8]]
    private var files: [[UInt8]] = []
    /// Folders that could not be read, and why.
    public private(set) var failures: [ImportFailure] = []

    /// - Parameter path: the folder's path, of any bytes.
    public init(path: [UInt8]) {
        folders = [path]
    }

    /// The next file's path, or nil at the end.
    public func next() -> [UInt8]? {
        while files.isEmpty, let folder = folders.popLast() { read(folder) }
        return files.popLast()
    }

    private func read(_ folder: [UInt8]) {
        do throws(Errno) {
            let path = FileName(bytes: folder)
            let number = try path.withCString { (path) throws(Errno) in
                try FileDescriptor.workingDirectory.open(path, [.readOnly, .directory]).release()
            }
            let directory = OwnedFileDescriptor(owning: number)
            let names = try directory.borrowed.names().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            for name in names.reversed() {
                let path = folder + [UInt8(ascii: "/")] + name.bytes
                let status = try? name.withCString { (name) throws(Errno) in try directory.borrowed.status(of: name) }
                switch status?.kind {
                case .directory?: folders.append(path)
                default: files.append(path)
                }
            }
        } catch {
            failures.append(
                ImportFailure(
                    document: DisplayName(pathBytes: folder), phase: .stage, problem: ImportProblem(source: error)))
        }
    }
}
