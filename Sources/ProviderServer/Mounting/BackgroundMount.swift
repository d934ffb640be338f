import SystemIO

/// Starts this program again, as a session of its own that serves the mount, and waits until the mount answers.
package enum BackgroundMount {
    /// The variable by which the program that was started knows that nobody looks at its output, and where its log
    /// goes: a path, or nothing.
    package static let variable = "FPSIM_BACKGROUND_LOG"

    /// What came of it.
    package enum Outcome {
        /// What it said before, such as a config's warnings, is to be shown.
        case ready(pid: Int32, said: String)
        /// It ended before the mount answered; what it said, and its exit code.
        case failed(String, code: Int32)
    }

    /// - Parameters:
    ///   - words: the arguments of this program, for a mount in the foreground.
    ///   - log: where its standard error goes once it is ready.
    /// - Throws: `Errno` if the program can't be started.
    package static func start(_ words: [[UInt8]], log: String?) throws(Errno) -> Outcome {
        let (child, output) = try spawn(words, log: log)
        // One last line and the end of its output when the mount answers; the end without the line when it failed.
        let text = String(decoding: try output.descriptor.borrowed.readToEnd(limit: 1 << 20), as: UTF8.self)
        if text == readyMark || text.hasSuffix("\n" + readyMark) {
            child.detach()
            return .ready(pid: child.pid, said: String(text.dropLast(readyMark.count)))
        }
        let exit = try child.wait()
        if case .exited(let code) = exit { return .failed(text, code: code) }
        return .failed("\(text)the mount's process ended by \(exit)\n", code: 70)
    }

    /// - Returns: the program that was started, and what it prints.
    private static func spawn(_ words: [[UInt8]], log: String?) throws(Errno) -> (ChildProcess, Output) {
        let pipe = try Pipe()
        var options = ChildProcess.Options()
        options.startsSession = true
        options.output = .descriptor(pipe.writeEnd.borrowed)
        options.error = .descriptor(pipe.writeEnd.borrowed)
        options.environment = SystemUser.environment
        options.environment?[variable] = log ?? ""
        let program =
            SymbolicLink.target(of: Array("/proc/self/exe".utf8)).map { String(decoding: $0, as: UTF8.self) }
            ?? "/proc/self/exe"
        let child = try ChildProcess(path: program, words: words, options: options)
        // The pipe's own ends close here, so that its end comes with the child's.
        return (child, Output(try pipe.readEnd.borrowed.duplicate()))
    }

    private final class Output {
        let descriptor: OwnedFileDescriptor

        init(_ descriptor: consuming OwnedFileDescriptor) { self.descriptor = descriptor }
    }

    static let readyMark = "ready\n"

    /// In the program that was started: says that the mount answers, and lets go of the terminal.
    package static func becameReady() {
        guard let log = SystemUser.environment[variable] else { return }
        try? FileDescriptor.standardOutput.writeAll(readyMark)
        StandardStreams.detach(errorTo: log.isEmpty ? nil : log)
    }

    package static var isBackground: Bool { SystemUser.environment[variable] != nil }
}
