import Glibc

/// Signals that a program waits for on a thread of its own, rather than handle them wherever they strike.
package enum SignalWait {
    /// A signal that came.
    package struct Received: Sendable {
        package let number: CInt
        /// A terminal's key: every process of its foreground has got it.
        package let isFromTerminal: Bool
    }

    /// Whether this process was started with the signal ignored, and has left it so.
    package static func isIgnored(_ signal: CInt) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        let ignoring: Int = unsafeBitCast(SIG_IGN, to: Int.self)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignoring
    }

    /// Blocks the signals in this thread, and so in all that it starts: call it before any other thread is started.
    /// Then calls `action` with each one that comes.
    /// - Throws: `Errno`.
    package static func start(_ signals: [CInt], _ action: @escaping @Sendable (CInt) -> Void) throws(Errno) {
        try startTelling(signals) { action($0.number) }
    }

    /// The same, with where they come from.
    /// - Throws: `Errno`.
    package static func startTelling(
        _ signals: [CInt], _ action: @escaping @Sendable (Received) -> Void
    ) throws(Errno) {
        var set = sigset_t()
        sigemptyset(&set)
        // One that is blocked would be told though it is ignored, which nohup(1) asks for.
        for signal in signals where signal != SIGHUP || !isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let waited = set
        try DetachedThread.start {
            var set = waited
            while true {
                var information = siginfo_t()
                let signal = sigwaitinfo(&set, &information)
                if signal > 0 { action(Received(number: signal, isFromTerminal: information.si_code > 0)) }
            }
        }
    }
}
