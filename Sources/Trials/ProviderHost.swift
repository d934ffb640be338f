import FoundationEssentials
import Synchronization
import SystemIO

/// A process that serves one mount after the other (`fpsim serve`), each with a server of its own, so that nothing of
/// one is left in the next. It is kept for the next trial, since starting a program costs more than a mount.
///
/// One thread at a time uses it: whoever took it.
final class ProviderHost: Sendable {
    let process: ChildProcess
    private let program: String
    private let input: OwnedFileDescriptor
    private let output: OwnedFileDescriptor
    /// What it complains about. The file has no name, so that nobody has to remove it.
    private let log: OwnedFileDescriptor
    private let mounts = Atomic(0)

    private static let idle = Mutex<[ProviderHost]>([])
    /// How many mounts one serves: should it ever leak a little, it isn't much.
    private static let limit = 500

    /// One that is idle, or a new one.
    /// - Throws: `TrialFailure`.
    static func take(_ program: String, isFresh: Bool) throws(TrialFailure) -> ProviderHost {
        if !isFresh, let host = idle.withLock({ $0.popLast() }), host.program == program { return host }
        do throws(Errno) { return try ProviderHost(program) } catch {
            throw TrialFailure("“\(program)” can't be started: \(error)")
        }
    }

    private init(_ program: String) throws(Errno) {
        let requests = try Pipe()
        let answers = try Pipe()
        let path = "\(FileManager.default.temporaryDirectory.path)/fpsim-serve.\(UInt64.random(in: .min ... .max))"
        log = try FileDescriptor.workingDirectory.open(path, [.readWrite, .create, .exclusive, .append])
        try FileDescriptor.workingDirectory.unlink(path)
        var options = ChildProcess.Options()
        options.input = .descriptor(requests.readEnd.borrowed)
        options.output = .descriptor(answers.writeEnd.borrowed)
        options.error = .descriptor(log.borrowed)
        options.startsSession = true
        process = try ChildProcess(path: program, arguments: ["serve"], options: options)
        self.program = program
        input = try requests.writeEnd.borrowed.duplicate()
        output = try answers.readEnd.borrowed.duplicate()
    }

    /// Has it mount, and waits until the mount answers.
    /// - Parameter arguments: What `fpsim mount` takes.
    /// - Throws: `TrialFailure`: why not. It serves on, if it can.
    func mount(_ arguments: [String], until deadline: ContinuousClock.Instant) throws(TrialFailure) {
        mounts.add(1, ordering: .relaxed)
        let line = (try? JSONEncoder().encode(arguments)) ?? Data()
        let answer: String?
        do throws(Errno) {
            try input.borrowed.writeAll(String(decoding: line, as: UTF8.self) + "\n")
            answer = try nextLine(until: deadline)
        } catch {
            throw TrialFailure("the provider doesn't start: \(error)\(complaints)")
        }
        guard answer != "ready" else { return }
        if answer?.hasPrefix("failed: ") == true { release() }
        throw TrialFailure("the provider doesn't start: \(answer ?? "it ended")\(complaints)")
    }

    /// - Returns: Whether the mount has ended by then.
    func sawEnd(until deadline: ContinuousClock.Instant) -> Bool { (try? nextLine(until: deadline)) == "ended" }

    /// Gives it back, for another mount.
    func release() {
        guard mounts.load(ordering: .relaxed) < Self.limit else { return }
        Self.idle.withLock { $0.append(self) }
    }

    private var complaints: String {
        _ = try? log.borrowed.seek(to: 0, whence: 0)
        let bytes = (try? log.borrowed.readToEnd(limit: 1 << 20)) ?? []
        return bytes.isEmpty ? "" : ": \(String(decoding: bytes, as: UTF8.self))"
    }

    private func nextLine(until deadline: ContinuousClock.Instant) throws(Errno) -> String? {
        var line: [UInt8] = []
        while Readiness.isReadable(output.borrowed, until: deadline) {
            var byte: UInt8 = 0
            let count = try withUnsafeMutableBytes(of: &byte) { (buffer) throws(Errno) in
                try output.borrowed.read(into: buffer)
            }
            if count == 0 { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw .timedOut
    }
}
