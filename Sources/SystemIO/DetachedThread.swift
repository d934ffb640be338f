import Glibc

/// A thread that nobody joins. FoundationEssentials has none, and a queue's pool is no place for a thread that
/// blocks in a system call for as long as its descriptor lives.
package enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts `body` on its own thread, with all signals blocked: they are for the threads that expect them.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let argument = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard error == 0 else {
            argument.release()
            throw Errno(rawValue: error)
        }
        pthread_detach(thread)
    }
}
