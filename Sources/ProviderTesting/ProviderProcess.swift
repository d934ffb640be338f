import ControlProtocol
import Foundation
import Synchronization
import SystemIO

/// The child that serves a mount, and its end.
final class ProviderProcess: Sendable {
    private let child: ChildProcess
    private let mountpoint: String
    private let program: String
    /// What the child prints; kept open, so that it never writes into a closed pipe.
    private let output: FileDescriptor

    /// Starts the child and waits for its one line that says that the mount answers.
    init(program: String, arguments: [String], mountpoint: String, deadline: Duration) throws {
        self.program = program
        self.mountpoint = mountpoint
        (child, output) = try Self.spawn(program, arguments)
        try waitUntilReady(by: .now + deadline)
    }

    /// The pipe's writing end is the child's alone when this returns, so that its end can be noticed.
    private static func spawn(_ program: String, _ arguments: [String]) throws -> (ChildProcess, FileDescriptor) {
        let pipe = try SystemIO.Pipe()
        var options = ChildProcess.Options()
        options.output = .descriptor(pipe.writeEnd.borrowed)
        options.error = .descriptor(pipe.writeEnd.borrowed)
        options.startsSession = true
        let child = try ChildProcess(path: program, arguments: arguments, options: options)
        return (child, FileDescriptor(rawValue: try pipe.readEnd.borrowed.duplicate().release()))
    }

    deinit {
        _ = OwnedFileDescriptor(owning: output.rawValue)
    }

    /// Reads until a line begins with `ready`.
    private func waitUntilReady(by deadline: ContinuousClock.Instant) throws {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            guard Readiness.isReadable(output, until: deadline) else {
                _ = end()
                throw ProviderTestingError.mountTimedOut
            }
            let count = try buffer.withUnsafeMutableBytes { try output.read(into: $0) }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            if text.split(separator: "\n").contains(where: { $0.hasPrefix("ready") }) { return }
            if count == 0 {
                _ = end()
                throw ProviderTestingError.mountFailed(text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
    }

    var pid: Int32 { child.pid }

    func kill() {
        try? child.signal(SIGKILL)
        _ = try? child.wait()
    }

    /// Ends the mount: in an orderly way, else by force.
    /// - Returns: what was left behind, if anything.
    @discardableResult
    func end() -> String? {
        try? child.signal(SIGTERM)
        var leftover: String?
        if (try? child.wait(until: .now + .seconds(15))) ?? nil == nil {
            leftover = "the provider didn't end on SIGTERM and was killed"
            kill()
        }
        if isMounted {
            // Killed by a test or by us: the dead mount is cleared as a user would.
            _ = try? ChildProcess(path: program, arguments: ["unmount", mountpoint]).wait(until: .now + .seconds(10))
            if isMounted { leftover = "a mount at \(mountpoint)" }
        }
        return leftover
    }

    private var isMounted: Bool {
        ProviderMount.all().contains { $0.mountpoint == Array(mountpoint.utf8) }
    }
}
