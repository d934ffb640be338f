import Glibc

/// Reads what a child prints until the child ends.
struct OutputCollector: ~Copyable {
    struct Stream {
        let descriptor: FileDescriptor
        var captured: CapturedRun.Captured
        var isOpen = true
    }

    var streams: [Stream]
    private static let lookInterval = Duration.milliseconds(50)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    init(streams: [Stream]) {
        self.streams = streams
    }

    deinit {
        buffer.deallocate()
    }

    /// - Returns: How the child ended, or nil where the deadline passed and it was killed.
    mutating func run(
        _ child: ChildProcess, until deadline: ContinuousClock.Instant?, mustEnd: (() -> Bool)? = nil
    ) throws(Errno) -> ChildProcess.Exit? {
        for stream in streams {
            try SystemCall.retrying { fcntl(stream.descriptor.rawValue, F_SETFL, O_NONBLOCK) }
        }
        var nextLook = ContinuousClock.now + Self.lookInterval
        while true {
            if let exit = try child.wait(until: .now) {
                try drain()
                return exit
            }
            let now = ContinuousClock.now
            var isOver = deadline.map { now >= $0 } ?? false
            if let mustEnd, now >= nextLook {
                isOver = isOver || mustEnd()
                nextLook = now + Self.lookInterval
            }
            if isOver {
                try child.signal(SIGKILL)
                _ = try child.wait()
                try drain()
                return nil
            }
            let end = mustEnd == nil ? deadline : deadline.map { min($0, nextLook) } ?? nextLook
            try waitForSomething(child, until: end)
            try drain()
        }
    }

    private func waitForSomething(_ child: ChildProcess, until deadline: ContinuousClock.Instant?) throws(Errno) {
        var descriptors = streams.filter(\.isOpen).map { pollfd($0.descriptor) } + [pollfd(child.pidDescriptor)]
        try SystemCall.retrying { poll(&descriptors, nfds_t(descriptors.count), Poll.timeout(until: deadline)) }
    }

    /// Reads what is there now. One that writes faster than this reads gets at most a few buffers a turn, so that
    /// the deadline is still looked at.
    private mutating func drain() throws(Errno) {
        for index in streams.indices where streams[index].isOpen {
            for _ in 0..<16 {
                let descriptor = streams[index].descriptor.rawValue
                let buffer = buffer
                let count: Int
                do throws(Errno) {
                    count = try SystemCall.retrying { read(descriptor, buffer.baseAddress, buffer.count) }
                } catch  where error == .wouldBlock {
                    break
                }
                if count == 0 {
                    streams[index].isOpen = false
                    break
                }
                streams[index].captured.append(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            }
        }
    }
}

extension pollfd {
    /// Waits for the descriptor to be readable.
    init(_ descriptor: FileDescriptor) {
        self.init(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    }
}
