import ControlProtocol
import FoundationEssentials
import SystemIO
import Trace

/// A provider that a trial started as a program of its own, with the trial's connection to it. It is unmounted when
/// this value goes away.
package final class MountedProvider {
    package let mountpoint: String
    package let client: ControlClient
    private let program: String
    private let host: ProviderHost
    private let isFresh: Bool
    /// nil: it records nothing.
    private var traceFile: GrowingTrace?
    private var hasEnded = false
    /// When the mount began, for turning this process's clock into the trace's.
    private let startedAt: MonotonicTime

    /// What `fpsim mount` is told.
    package struct Options: Sendable {
        package var configs: [String]
        package var seed: UInt64?
        /// More arguments, such as `--overlay`.
        package var arguments: [String]
        /// Whether a process is started for it alone, rather than one taken that served another mount before.
        package var isFresh: Bool

        package init(
            configs: [String] = [], seed: UInt64? = nil, arguments: [String] = [], isFresh: Bool = false
        ) {
            self.isFresh = isFresh
            self.configs = configs
            self.seed = seed
            self.arguments = arguments
        }
    }

    /// Mounts, and waits until the mount answers.
    /// - Throws: `TrialFailure`.
    package init(
        program: String, source: String, mountpoint: String, trace: String?, options: Options = Options()
    ) throws(TrialFailure) {
        self.program = program
        self.mountpoint = mountpoint
        var arguments = [source, mountpoint, "--while", String(ProcessFacts.own)]
        if let trace { arguments += ["--trace", trace] }
        for config in options.configs { arguments += ["--config", config] }
        if let seed = options.seed { arguments += ["--seed", String(seed)] }
        isFresh = options.isFresh
        host = try ProviderHost.take(program, isFresh: options.isFresh)
        try host.mount(arguments + options.arguments, until: .now + .seconds(20))
        do {
            client = try Self.connect(mountpoint)
            let status = try client.call(StatusRequest())
            startedAt = MonotonicTime.now + .seconds(status.startedAt - Date().timeIntervalSince1970)
        } catch {
            try? host.process.signal(SignalNumber.kill)
            Self.clear(program, mountpoint)
            throw TrialFailure("the provider at “\(mountpoint)” doesn't answer: \(error)")
        }
        traceFile = trace.map(GrowingTrace.init)
    }

    deinit {
        try? end()
    }

    package var pid: Int32 { host.process.pid }

    /// Now, in nanoseconds since the mount.
    package var now: Int64 { (MonotonicTime.now - startedAt).nanosecondsSaturating }

    /// The events since the last call; all that has happened until now is among them.
    package func newEvents() throws(TrialFailure) -> [TraceEvent] {
        if traceFile != nil, !hasEnded { _ = try? client.call(FlushRequest()) }
        return try traceFile?.next() ?? []
    }

    /// Unmounts, and waits for the end of the mount.
    /// - Throws: `TrialFailure`: its process had to be killed.
    package func end() throws(TrialFailure) {
        guard !hasEnded else { return }
        hasEnded = true
        let end = ContinuousClock.now + .seconds(10)
        _ = try? client.call(UnmountRequest(), deadline: .seconds(10))
        client.close()
        guard host.sawEnd(until: end) else {
            kill()
            throw TrialFailure("the provider at “\(mountpoint)” did not end within 10 s")
        }
        if !isFresh { host.release() }
    }

    /// `kill -9`: the volume is gone. The dead mountpoint is cleared.
    package func kill() {
        hasEnded = true
        client.close()
        try? host.process.signal(SignalNumber.kill)
        _ = try? host.process.wait(until: .now + .seconds(10))
        Self.clear(program, mountpoint)
    }

    private static func clear(_ program: String, _ mountpoint: String) {
        _ = try? CapturedRun(path: program, arguments: ["unmount", mountpoint], until: .now + .seconds(20))
    }

    private static func connect(_ mountpoint: String) throws -> ControlClient {
        guard let located = ProviderMount.locate(Array(mountpoint.utf8)) else {
            throw TrialFailure("nothing is mounted")
        }
        return try ControlClient(to: located.mount, process: "fpsim-trial")
    }
}

/// Signals by name, so that no caller needs libc for their numbers.
package enum SignalNumber {
    package static let kill: Int32 = 9
}

/// A trace that is read while it grows.
private struct GrowingTrace {
    let path: String
    private var header: [UInt8] = []
    private var offset: Int64 = 0

    init(path: String) {
        self.path = path
    }

    mutating func next() throws(TrialFailure) -> [TraceEvent] {
        do {
            let file = try FileDescriptor.workingDirectory.open(path, .readOnly)
            _ = try file.borrowed.seek(to: offset, whence: 0)
            var bytes = try file.borrowed.readToEnd()
            // A line that isn't whole yet comes with the next look.
            guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
            bytes.removeSubrange((end + 1)...)
            offset += Int64(bytes.count)
            if header.isEmpty, let first = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                header = Array(bytes[...first])
                bytes.removeSubrange(...first)
            }
            return try TraceReader(header + bytes).events
        } catch {
            throw TrialFailure("the trace “\(path)” can't be read: \(error)")
        }
    }
}
