import ImportCore
import Synchronization
import SystemIO

/// The folder that gets a copy, and the copy: it gets its name there when it is whole.
final class ExportTarget: Sendable {
    private let folder: OwnedFileDescriptor
    private let copy = Mutex<ExportedFile?>(nil)
    private let failures = FirstFailure()

    /// What failed here first: then the copy's source has no part in that.
    var failure: Errno? { failures.first }

    init(_ path: String) throws(Errno) {
        folder = try FileDescriptor.workingDirectory.open(path, [.readOnly, .directory])
    }

    var identity: FileIdentity {
        get throws(Errno) { FileIdentity(try folder.borrowed.status()) }
    }

    /// Makes an empty file, which nobody sees.
    func create() throws(ImportProblem) -> ExportedFile {
        do throws(Errno) {
            let made = try failures.noting { () throws(Errno) in
                ExportedFile(try NamelessFile(in: folder.borrowed), failures)
            }
            copy.withLock { $0 = made }
            return made
        } catch {
            throw ImportProblem(.storage, "no file can be made there: \(error)")
        }
    }

    /// Gives the copy, which is whole and on the disk, its name; with a number where that is taken. Makes the name
    /// durable.
    /// - Returns: the name.
    func finish(as wanted: DisplayName) throws(Errno) -> DisplayName {
        guard let copy = copy.withLock({ $0 }) else { throw .noSuchFile }
        return try failures.noting { () throws(Errno) in
            let name = try Self.name(copy.file, wanted)
            do throws(Errno) {
                try folder.borrowed.synchronize()
            } catch {
                name.withCString { try? folder.borrowed.unlink($0) }
                throw error
            }
            return DisplayName(bytes: name.bytes)
        }
    }

    private static func name(_ file: NamelessFile, _ wanted: DisplayName) throws(Errno) -> FileName {
        for number in 1...10_000 {
            let name = FileName(bytes: ExportName.bytes(for: wanted, number: number))
            do throws(Errno) {
                try file.name(name)
                return name
            } catch .fileExists {}
        }
        throw .fileExists
    }

    func discard() {
        copy.withLock { copy in
            copy?.file.remove()
            copy = nil
        }
    }
}

/// A copy that is being written outside of a library.
final class ExportedFile: StagedDocument, Sendable {
    let file: NamelessFile
    private let failures: FirstFailure
    // Used by one thread at a time.
    private nonisolated(unsafe) let digest = SHA256Digest()

    init(_ file: NamelessFile, _ failures: FirstFailure) {
        self.file = file
        self.failures = failures
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ImportProblem) {
        digest.update(bytes)
        do throws(Errno) {
            try failures.noting { () throws(Errno) in try file.descriptor.writeAll(bytes) }
        } catch {
            throw ImportProblem(.storage, "the copy can't be written: \(error)")
        }
    }

    func finishDigest() -> String { digest.finish() }

    func synchronize() throws(ImportProblem) {
        do throws(Errno) {
            try failures.noting { () throws(Errno) in try file.descriptor.synchronize() }
        } catch {
            throw ImportProblem(.storage, "the copy can't be made durable: \(error)")
        }
    }

    /// Copies what is left of a file.
    /// - Returns: the lowercase hexadecimal SHA-256 of the bytes.
    func fill(from source: FileDescriptor) throws(Errno) -> String {
        do throws(CopyFailure) {
            return try source.copy(to: file.descriptor)
        } catch {
            switch error {
            case .source(let error): throw error
            case .target(let error): return try failures.noting { () throws(Errno) in throw error }
            }
        }
    }
}
