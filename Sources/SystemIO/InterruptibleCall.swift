import Glibc
import Synchronization

/// System calls of this thread that another thread may end: a signal without effect of its own makes a blocked call
/// return EINTR, and FUSE tells the provider that the caller has lost interest.
///
/// The signal is SIGURG, which is ignored by default and which programs hardly use (Go's runtime takes it for the
/// same reasons). A handler that somebody else has set for it is left alone: it serves as well.
package final class InterruptibleCall: Sendable {
    // Nothing else is locked while this is held. The thread can't end before `end`, so a signal never meets a thread
    // that is gone.
    private let thread: Mutex<pthread_t?>

    /// For calls that this thread makes from now on.
    package init() {
        _ = Self.handler
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        thread = Mutex(pthread_self())
    }

    /// Ends the call in which the thread is blocked. A call that begins a moment later isn't reached: whoever wants a
    /// wait to end calls this until it has.
    package func interrupt() {
        thread.withLock { thread in
            if let thread { pthread_kill(thread, SIGURG) }
        }
    }

    /// After this, `interrupt` does nothing.
    package func end() {
        thread.withLock { $0 = nil }
    }

    private static let handler: Void = {
        var current = sigaction()
        sigaction(SIGURG, nil, &current)
        guard current.__sigaction_handler.sa_handler == nil else { return }
        var action = sigaction()
        // Without SA_RESTART, so that calls do return.
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGURG, &action, nil)
    }()
}
