/// A child that runs to its end while its output is collected.
///
/// What it prints beyond a limit is read and thrown away, so that a program that prints a gigabyte costs no memory.
/// A grandchild that keeps the pipe open doesn't hold the run up: it ends when the child does.
package struct CapturedRun: Sendable {
    /// nil where the deadline passed; the child was then killed.
    package let exit: ChildProcess.Exit?
    package let output: Captured
    package let error: Captured

    /// The beginning and the end of what a stream carried.
    package struct Captured: Sendable {
        package private(set) var bytes: [UInt8] = []
        /// How many bytes came beyond the limit, of which only the last are in `tail`.
        package private(set) var dropped = 0
        /// The end of a stream that was longer than the limit.
        package private(set) var tail: [UInt8] = []
        private let limit: Int

        init(limit: Int) {
            self.limit = limit
        }

        mutating func append(_ chunk: UnsafeRawBufferPointer) {
            let room = max(limit - bytes.count, 0)
            bytes.append(contentsOf: chunk.prefix(room))
            let rest = chunk.dropFirst(room)
            guard !rest.isEmpty else { return }
            dropped += rest.count
            tail.append(contentsOf: rest.suffix(Self.tailLength))
            if tail.count > Self.tailLength { tail.removeFirst(tail.count - Self.tailLength) }
        }

        private static let tailLength = 16 * 1024

        /// As UTF-8, with anything else replaced.
        package var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The last line that isn't empty, also of a stream that was longer than the limit.
        package var lastLine: String? {
            let end = dropped == 0 ? bytes : tail
            return String(decoding: end, as: UTF8.self).split(separator: "\n").last(where: { !$0.isEmpty })
                .map(String.init)
        }
    }

    /// Starts the program and waits for its end, at most until the deadline, then kills it.
    /// - Parameter limit: How many bytes of each stream are kept.
    /// - Parameter mustEnd: Asked now and then while it runs: true kills it, as a passed deadline does.
    /// - Parameter onStart: Called with the running child, for instance to tell a provider which tree it is.
    /// - Throws: `Errno`: the program can't be started.
    package init(
        path: String, arguments: [String], options: ChildProcess.Options = ChildProcess.Options(),
        until deadline: ContinuousClock.Instant? = nil, limit: Int = 1 << 20,
        mustEnd: (() -> Bool)? = nil, onStart: (ChildProcess) -> Void = { _ in }
    ) throws(Errno) {
        let outputPipe = try Pipe()
        let errorPipe = try Pipe()
        var options = options
        options.output = .descriptor(outputPipe.writeEnd.borrowed)
        options.error = .descriptor(errorPipe.writeEnd.borrowed)
        let child = try ChildProcess(path: path, arguments: arguments, options: options)
        // The ends that the child writes to must be its alone, or its end would never be seen.
        try outputPipe.writeEnd.close()
        try errorPipe.writeEnd.close()
        onStart(child)
        var collector = OutputCollector(
            streams: [
                .init(descriptor: outputPipe.readEnd.borrowed, captured: Captured(limit: limit)),
                .init(descriptor: errorPipe.readEnd.borrowed, captured: Captured(limit: limit)),
            ])
        exit = try collector.run(child, until: deadline, mustEnd: mustEnd)
        output = collector.streams[0].captured
        error = collector.streams[1].captured
    }
}
