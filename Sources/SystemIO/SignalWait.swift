import Glibc

/// Signals that a program waits for on a thread of its own, rather than handle them wherever they strike.
package enum SignalWait {
    /// Blocks the signals in this thread, and so in all that it starts: call it before any other thread is started.
    /// Then calls `action` with each one that comes.
    /// - Throws: `Errno`.
    package static func start(_ signals: [CInt], _ action: @escaping @Sendable (CInt) -> Void) throws(Errno) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let waited = set
        try DetachedThread.start {
            var set = waited
            while true {
                var signal: CInt = 0
                if sigwait(&set, &signal) == 0 { action(signal) }
            }
        }
    }
}
