import ImportCore
import Synchronization
import SystemIO

/// The folder that gets a copy, and the copy: whole in the end, or gone.
final class ExportTarget: Sendable {
    private let folder: OwnedFileDescriptor
    private let name = Mutex<FileName?>(nil)
    private let firstFailure = Mutex<Errno?>(nil)

    /// What failed here first: then the copy's source has no part in that.
    var failure: Errno? { firstFailure.withLock { $0 } }

    func noting<Value: ~Copyable>(_ body: () throws(Errno) -> Value) throws(Errno) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            firstFailure.withLock { $0 = $0 ?? error }
            throw error
        }
    }

    init(_ path: String) throws(Errno) {
        folder = try FileDescriptor.workingDirectory.open(path, [.readOnly, .directory])
    }

    /// Makes an empty file of that name; with a number where the name is taken.
    func create(_ wanted: DisplayName) throws(ImportProblem) -> ExportedFile {
        do throws(Errno) {
            for number in 1...10_000 {
                let name = FileName(bytes: ExportName.bytes(for: wanted, number: number))
                do throws(Errno) {
                    let file = try name.withCString { (name) throws(Errno) in
                        try folder.borrowed.open(
                            name, [.writeOnly, .create, .exclusive, .noFollow], permissions: 0o666
                        )
                        .release()
                    }
                    self.name.withLock { $0 = name }
                    return ExportedFile(OwnedFileDescriptor(owning: file), in: self)
                } catch  where error == .fileExists {}
            }
            throw Errno.fileExists
        } catch {
            firstFailure.withLock { $0 = error }
            throw ImportProblem(.storage, "no file can be made there: \(error)")
        }
    }

    /// Makes the copy's name durable.
    /// - Returns: the name.
    func finish() throws(Errno) -> DisplayName {
        try noting { () throws(Errno) in try folder.borrowed.synchronize() }
        return DisplayName(bytes: name.withLock { $0 }?.bytes ?? [])
    }

    func discard() {
        guard let name = name.withLock({ $0 }) else { return }
        try? name.withCString { (name) throws(Errno) in try folder.borrowed.unlink(name) }
    }
}

/// A copy that is being written outside of a library.
final class ExportedFile: StagedDocument, Sendable {
    private let file: OwnedFileDescriptor
    private let target: ExportTarget
    // Used by one thread at a time.
    private nonisolated(unsafe) let digest = SHA256Digest()

    var descriptor: FileDescriptor { file.borrowed }

    init(_ file: consuming OwnedFileDescriptor, in target: ExportTarget) {
        self.file = file
        self.target = target
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ImportProblem) {
        digest.update(bytes)
        do throws(Errno) {
            try target.noting { () throws(Errno) in try file.borrowed.writeAll(bytes) }
        } catch {
            throw ImportProblem(.storage, "the copy can't be written: \(error)")
        }
    }

    func finishDigest() -> String { digest.finish() }

    func synchronize() throws(ImportProblem) {
        do throws(Errno) {
            try target.noting { () throws(Errno) in try file.borrowed.synchronize() }
        } catch {
            throw ImportProblem(.storage, "the copy can't be made durable: \(error)")
        }
    }
}
