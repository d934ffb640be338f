import Glibc
import Synchronization
import SystemIO
import Testing

@Suite struct EventLoopTests {
    @Test func `timers fire in the order of their deadlines, and cancelled ones never`() throws {
        let loop = try EventLoop()
        var fired: [Int] = []
        let start = MonotonicTime.now
        loop.schedule(at: start + .milliseconds(30)) {
            fired.append(3)
            loop.stop()
        }
        loop.schedule(at: start + .milliseconds(10)) { fired.append(1) }
        let cancelled = loop.schedule(at: start + .milliseconds(20)) { fired.append(2) }
        loop.schedule(at: .distantFuture) { fired.append(4) }
        loop.cancel(cancelled)
        try loop.run()
        #expect(fired == [1, 3])
        #expect(MonotonicTime.now - start >= .milliseconds(30))
    }

    @Test func `a thousand cancelled timers leave no trace`() throws {
        let loop = try EventLoop()
        var fired = 0
        for index in 0..<1000 {
            let token = loop.schedule(after: .milliseconds(index % 7)) { fired += 1 }
            if index % 10 != 0 { loop.cancel(token) }
        }
        loop.schedule(after: .milliseconds(20)) { loop.stop() }
        try loop.run()
        #expect(fired == 100)
    }

    @Test func `a descriptor calls back when it is readable and not after its watch is cancelled`() throws {
        let loop = try EventLoop()
        let pipe = try Pipe()
        var calls = 0
        var watch: EventLoop.Watch?
        // Its handler holds it.
        defer { watch = nil }
        watch = try loop.watch(pipe.readEnd.borrowed, for: .readable) { readiness in
            #expect(readiness.contains(.readable))
            calls += 1
            watch?.cancel()
            loop.schedule(after: .milliseconds(5)) { loop.stop() }
        }
        try pipe.writeEnd.borrowed.writeAll("x")
        try loop.run()
        #expect(calls == 1)
    }

    @Test func `another thread's post runs on the loop's thread`() throws {
        let loop = try EventLoop()
        let sender = loop.sender
        let delivered = Mutex(0)
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Posting(sender: sender) { delivered.withLock { $0 += 1 } })
        pthread_create(
            &thread, nil,
            { argument in
                let posting = Unmanaged<Posting>.fromOpaque(argument!).takeRetainedValue()
                for _ in 0..<100 { posting.sender.post(posting.action) }
                return nil
            }, box.toOpaque())
        func check() {
            if delivered.withLock({ $0 }) == 100 { loop.stop() } else { loop.schedule(after: .milliseconds(1), check) }
        }
        check()
        try loop.run()
        pthread_join(thread, nil)
        #expect(delivered.withLock { $0 } == 100)
    }

    @Test func `an ended process calls back once`() throws {
        let loop = try EventLoop()
        var child = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        #expect(posix_spawnp(&child, "true", nil, nil, &arguments, environ) == 0)
        var calls = 0
        try loop.onExit(of: child) {
            calls += 1
            loop.stop()
        }
        try loop.run()
        var status: CInt = 0
        #expect(waitpid(child, &status, 0) == child)
        #expect(calls == 1)
    }
}

private final class Posting: Sendable {
    let sender: Mailbox
    let action: @Sendable () -> Void

    init(sender: Mailbox, action: @escaping @Sendable () -> Void) {
        self.sender = sender
        self.action = action
    }
}
