import FoundationEssentials
import SystemIO

/// A library as a kill left it, kept in memory so that many recoveries can begin from it.
struct LibraryImage: Sendable {
    private struct File: Sendable {
        let path: String
        /// nil for a folder.
        let bytes: [UInt8]?
        let permissions: UInt32
    }

    private var files: [File] = []
    /// The import that was killed.
    let attempt: Attempt
    let state: LibraryState

    /// - Throws: `TrialFailure`.
    init(of folder: String, attempt: Attempt, state: LibraryState) throws(TrialFailure) {
        self.attempt = attempt
        self.state = state
        do {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
                let status = try FileDescriptor.workingDirectory.status(of: "\(folder)/\(path)")
                guard status.isDirectory || status.isRegular else { continue }
                var bytes: [UInt8]?
                if status.isRegular {
                    let file = try FileDescriptor.workingDirectory.open("\(folder)/\(path)", [.readOnly, .noFollow])
                    bytes = try file.borrowed.readToEnd()
                }
                files.append(File(path: path, bytes: bytes, permissions: status.mode & 0o7777))
            }
        } catch {
            throw TrialFailure("the library “\(folder)” can't be copied: \(error)")
        }
    }

    /// Puts it into a folder that is there and empty.
    func layOut(in folder: String) throws(TrialFailure) {
        do throws(Errno) {
            for file in files {
                let path = "\(folder)/\(file.path)"
                guard let bytes = file.bytes else {
                    try FileDescriptor.workingDirectory.makeDirectory(path, permissions: file.permissions)
                    continue
                }
                let target = try FileDescriptor.workingDirectory.open(
                    path, [.writeOnly, .create, .exclusive], permissions: file.permissions)
                try bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in
                    try target.borrowed.writeAll(UnsafeRawBufferPointer(buffer))
                }
            }
        } catch {
            throw TrialFailure("the library can't be laid out in “\(folder)”: \(error)")
        }
    }
}
