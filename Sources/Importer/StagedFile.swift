import ImportCore
import SystemIO

/// A copy that is being written in the staging folder.
final class StagedFile: StagedDocument, Sendable {
    private let file: OwnedFileDescriptor
    private let flushes: GroupCommit<StagedFile, Void>
    // Used by the importing thread only.
    private nonisolated(unsafe) let digest = SHA256Digest()

    init(file: consuming OwnedFileDescriptor, flushes: GroupCommit<StagedFile, Void>) {
        self.file = file
        self.flushes = flushes
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ImportProblem) {
        digest.update(bytes)
        do throws(Errno) {
            try file.borrowed.writeAll(bytes)
        } catch {
            throw ImportProblem(library: error)
        }
    }

    func finishDigest() -> String { digest.finish() }

    func synchronize() throws(ImportProblem) {
        try flushes.submit(self).getOrProblem()
    }

    /// fsync(2) of this file alone.
    func flush() throws(Errno) {
        try file.borrowed.synchronize()
    }
}
