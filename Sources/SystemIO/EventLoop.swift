import CLinux
import Glibc

/// One thread that waits for descriptors, timers, signals and ended processes, and calls back.
///
/// Everything but `post` belongs to the thread that calls `run`; callbacks run on it and may add and cancel watches,
/// timers and the loop itself.
package final class EventLoop {
    /// What a descriptor is ready for.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// Reported whether asked for or not.
        package static let error = Readiness(rawValue: EPOLLERR.rawValue)
        package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLRDHUP.rawValue)
    }

    /// A watched descriptor. It stays watched until `cancel`, which must come before the descriptor is closed.
    package final class Watch {
        fileprivate let descriptor: FileDescriptor
        fileprivate let handler: (Readiness) -> Void
        fileprivate weak var loop: EventLoop?

        fileprivate init(descriptor: FileDescriptor, loop: EventLoop, handler: @escaping (Readiness) -> Void) {
            self.descriptor = descriptor
            self.loop = loop
            self.handler = handler
        }

        /// Changes what is waited for.
        package func update(_ interest: Readiness) throws(Errno) {
            try loop?.control(EPOLL_CTL_MOD, descriptor, interest)
        }

        package func cancel() {
            loop?.remove(self)
            loop = nil
        }
    }

    private let epoll: OwnedFileDescriptor
    private let mailbox: Mailbox
    private var watches: [CInt: Watch] = [:]
    private var timers: TimerQueue
    private var isStopping = false
    private var anticipation = Anticipation()
    /// What is asked directly while the loop looks again.
    private var ask: (() -> Bool)?
    private var looks: UInt = 0
    /// Whether it looks again for a moment before it sleeps: a loop beside others that keep every processor busy
    /// shouldn't.
    package var looksAgain: Bool {
        get { anticipation.isUseful }
        set { anticipation.isUseful = newValue }
    }

    package init() throws(Errno) {
        epoll = OwnedFileDescriptor(owning: try SystemCall.retrying { epoll_create1(CInt(EPOLL_CLOEXEC)) })
        mailbox = try Mailbox()
        timers = try TimerQueue()
        _ = try watch(mailbox.descriptor, for: .readable) { [unowned self] _ in mailbox.deliver() }
        _ = try watch(timers.descriptor, for: .readable) { [unowned self] _ in fireTimers() }
    }

    /// Calls `handler` whenever the descriptor is ready (level-triggered).
    /// - Throws: `Errno`; `EPERM` for a regular file, which is always ready.
    package func watch(
        _ descriptor: FileDescriptor, for interest: Readiness, _ handler: @escaping (Readiness) -> Void
    ) throws(Errno) -> Watch {
        try control(EPOLL_CTL_ADD, descriptor, interest)
        let watch = Watch(descriptor: descriptor, loop: self, handler: handler)
        watches[descriptor.rawValue] = watch
        return watch
    }

    /// Calls `action` once, at `deadline` or as soon after as the thread is free.
    @discardableResult
    package func schedule(at deadline: MonotonicTime, _ action: @escaping () -> Void) -> TimerQueue.Token {
        timers.add(deadline: deadline, action)
    }

    @discardableResult
    package func schedule(after delay: Duration, _ action: @escaping () -> Void) -> TimerQueue.Token {
        schedule(at: .now + delay, action)
    }

    /// The action won't be called. A timer that has fired, or was cancelled, is ignored.
    package func cancel(_ token: TimerQueue.Token) {
        timers.cancel(token)
    }

    /// Calls `action` on the loop's thread. The one method that any thread may call.
    package nonisolated func post(_ action: @escaping @Sendable () -> Void) {
        mailbox.post(action)
    }

    /// What another thread needs to reach the loop: it outlives neither, and holds nothing else of it.
    package var sender: Mailbox { mailbox }

    /// Serves until `stop`.
    /// - Throws: `Errno` of epoll_wait(2), which can't happen to a sound program.
    package func run() throws(Errno) {
        isStopping = false
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while !isStopping {
            timers.arm()
            let count = try wait(&events)
            for index in 0..<Int(count) where !isStopping {
                let event = events[index]
                // A handler earlier in this batch may have cancelled the watch.
                watches[event.data.fd]?.handler(Readiness(rawValue: event.events))
            }
        }
    }

    /// What was just answered makes another request likely at once: the loop looks for it before it sleeps.
    package func expectMore() {
        anticipation.expectMore()
    }

    /// While the loop looks again, `ask` is called instead of waiting for a descriptor to be ready, which saves two
    /// system calls for each answer. It serves what it finds, and says whether it found something.
    package func look(by ask: (() -> Bool)?) {
        self.ask = ask
    }

    private func wait(_ events: inout [epoll_event]) throws(Errno) -> CInt {
        var now = MonotonicTime.now.nanoseconds
        let patience = anticipation.patience(at: now)
        if patience > 0 {
            let end = now + patience
            repeat {
                looks &+= 1
                if let ask, looks % 16 != 0 {
                    if ask() {
                        anticipation.looked(found: true)
                        return 0
                    }
                } else {
                    let count = try wait(&events, timeout: 0)
                    if count > 0 {
                        anticipation.looked(found: true)
                        return count
                    }
                }
                // Whoever is to ask may be waiting for this very processor.
                sched_yield()
                let before = now
                now = MonotonicTime.now.nanoseconds
                if anticipation.looked(at: before, again: now) { break }
            } while now < end
            anticipation.looked(found: false)
        }
        anticipation.sleeps(at: now)
        let count = try wait(&events, timeout: -1)
        anticipation.woke(at: MonotonicTime.now.nanoseconds)
        return count
    }

    private func wait(_ events: inout [epoll_event], timeout: CInt) throws(Errno) -> CInt {
        try events.withUnsafeMutableBufferPointer { (buffer) throws(Errno) in
            try SystemCall.retrying {
                epoll_wait(epoll.borrowed.rawValue, buffer.baseAddress, CInt(buffer.count), timeout)
            }
        }
    }

    /// `run` returns once the current callback has.
    package func stop() {
        isStopping = true
    }

    private func fireTimers() {
        timers.acknowledge()
        let now = MonotonicTime.now
        while let action = timers.next(due: now) { action() }
    }

    private func control(_ operation: CInt, _ descriptor: FileDescriptor, _ interest: Readiness) throws(Errno) {
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(fd: descriptor.rawValue))
        try SystemCall.retrying { epoll_ctl(epoll.borrowed.rawValue, operation, descriptor.rawValue, &event) }
    }

    private func remove(_ watch: Watch) {
        guard watches[watch.descriptor.rawValue] === watch else { return }
        watches[watch.descriptor.rawValue] = nil
        try? control(EPOLL_CTL_DEL, watch.descriptor, [])
    }
}
