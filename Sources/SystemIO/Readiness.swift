import Glibc

/// Waiting for one descriptor, outside of an event loop.
package enum Readiness {
    /// Whether there is something to read, or the end, before the deadline.
    package static func isReadable(_ descriptor: FileDescriptor, until deadline: ContinuousClock.Instant?) -> Bool {
        var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        let count = try? SystemCall.retrying { Glibc.poll(&poll, 1, Poll.timeout(until: deadline)) }
        return (count ?? 0) > 0
    }
}
