import Glibc

/// A child that says with its first line that it is ready, such as a server in the foreground.
package final class ReadyChild: Sendable {
    package let process: ChildProcess
    /// What it printed first; nil where it ended, or closed its output, without a line.
    package let line: String?
    /// Kept open, so that the child may go on printing.
    private let output: OwnedFileDescriptor

    /// Starts the program and waits for its first line.
    /// - Parameter options: The output is taken over.
    /// - Throws: `Errno`: ETIMEDOUT where the deadline passed first; the child was killed then.
    package init(
        path: String, arguments: [String], options: ChildProcess.Options = ChildProcess.Options(),
        until deadline: ContinuousClock.Instant
    ) throws(Errno) {
        let pipe = try Pipe()
        var options = options
        options.output = .descriptor(pipe.writeEnd.borrowed)
        let child = try ChildProcess(path: path, arguments: arguments, options: options)
        try pipe.writeEnd.close()
        process = child
        output = pipe.readEnd
        line = try Self.firstLine(output.borrowed, until: deadline)
    }

    private static func firstLine(
        _ descriptor: FileDescriptor, until deadline: ContinuousClock.Instant
    ) throws(Errno) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var wait = pollfd(descriptor)
            if try SystemCall.retrying({ poll(&wait, 1, Poll.timeout(until: deadline)) }) == 0 { throw .timedOut }
            let count = try SystemCall.retrying { read(descriptor.rawValue, &byte, 1) }
            if count == 0 { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}
