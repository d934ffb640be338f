import CLinux
import Glibc

/// A descriptor that one thread stands by for, until others see to it themselves: they can turn the watch off and on
/// again without waking that thread (epoll(7), EPOLLONESHOT).
package final class OneShotWatch: Sendable {
    private let epoll: OwnedFileDescriptor
    private let descriptor: FileDescriptor

    /// Watches nothing yet. The descriptor must stay open as long as this lives.
    package init(_ descriptor: FileDescriptor) throws(Errno) {
        self.descriptor = descriptor
        epoll = OwnedFileDescriptor(owning: try SystemCall.retrying { epoll_create1(CInt(EPOLL_CLOEXEC)) })
        try control(EPOLL_CTL_ADD, EPOLLONESHOT.rawValue)
    }

    /// From now on `wait` returns once there is something to read, or at the end; then the watch is off again.
    package func turnOn() throws(Errno) {
        try control(EPOLL_CTL_MOD, EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue)
    }

    /// From now on `wait` doesn't return for something to read. An end may still wake it.
    package func turnOff() throws(Errno) {
        try control(EPOLL_CTL_MOD, EPOLLONESHOT.rawValue)
    }

    /// Waits as long as it takes.
    package func wait() throws(Errno) {
        var event = epoll_event()
        while try SystemCall.retrying({ epoll_wait(epoll.borrowed.rawValue, &event, 1, -1) }) == 0 {}
    }

    private func control(_ operation: CInt, _ events: UInt32) throws(Errno) {
        var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor.rawValue))
        try SystemCall.retrying { epoll_ctl(epoll.borrowed.rawValue, operation, descriptor.rawValue, &event) }
    }
}
