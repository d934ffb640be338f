import CLinux
import Glibc

/// Turning this process into another program.
package enum ProcessReplacement {
    /// The kernel kills this process when the thread that started it, or its process, ends (prctl(2),
    /// PR_SET_PDEATHSIG).
    /// - Parameter parent: the parent that is meant; when another one is found, it ended already.
    /// - Throws: `Errno.notConnected` when the parent is gone.
    package static func dieWith(parent: pid_t) throws(Errno) {
        try SystemCall.retrying { clinux_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)) }
        guard getppid() == parent else { throw .notConnected }
    }

    /// execvp(3): returns only to say why not.
    /// - Parameter words: the program, and its arguments.
    package static func become(_ words: [[UInt8]]) -> Errno {
        let argv = words.map(CopiedString.of) + [nil]
        defer { for string in argv { free(string) } }
        if let program = argv[0] { execvp(program, argv) }
        return Errno.current
    }

    /// Ends this process by a signal, as a child of its own was ended by it.
    package static func die(bySignal signal: CInt) -> Never {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        // The core is the child's, if anybody's.
        setrlimit(CInt(RLIMIT_CORE.rawValue), &limit)
        Glibc.signal(signal, SIG_DFL)
        // To this thread: another one may wait for the signal.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
        exit(128 + signal)
    }
}
