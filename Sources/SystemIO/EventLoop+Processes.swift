import CLinux
import Glibc

extension EventLoop {
    /// A signal by number.
    package typealias Signal = CInt

    /// Takes these signals as events. They are blocked in the calling thread, so call this before any other thread
    /// starts; a child process must get its mask back.
    /// - Throws: `Errno`.
    package func onSignals(_ signals: [Signal], _ handler: @escaping (Signal) -> Void) throws(Errno) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let descriptor = OwnedFileDescriptor(
            owning: try SystemCall.retrying {
                signalfd(-1, &set, CInt(SFD_CLOEXEC) | CInt(SFD_NONBLOCK))
            })
        let source = SignalSource(descriptor)
        _ = try watch(source.descriptor.borrowed, for: .readable) { _ in
            while let signal = source.next() { handler(signal) }
        }
    }

    /// Those that ask a program to end.
    package static let endSignals: [Signal] = [SIGTERM, SIGINT, SIGHUP]

    /// Writing to a pipe or socket whose other end is gone is an error (EPIPE), not the end of the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Calls `handler` once when the process has ended, whoever its parent is.
    /// - Throws: `Errno`; `ESRCH` if it is gone already.
    @discardableResult
    package func onExit(of processID: pid_t, _ handler: @escaping () -> Void) throws(Errno) -> Watch {
        let source = ProcessSource(
            OwnedFileDescriptor(owning: try SystemCall.retrying { pidfd_open(processID, 0) }))
        let watch = try watch(source.descriptor.borrowed, for: .readable) { _ in
            source.watch?.cancel()
            handler()
        }
        source.watch = watch
        return watch
    }
}

/// Owns a signalfd as long as the loop watches it.
private final class SignalSource {
    let descriptor: OwnedFileDescriptor

    init(_ descriptor: consuming OwnedFileDescriptor) {
        self.descriptor = descriptor
    }

    func next() -> CInt? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard Glibc.read(descriptor.borrowed.rawValue, &info, size) == size else { return nil }
        return CInt(info.ssi_signo)
    }
}

/// Owns a pidfd as long as the loop watches it.
private final class ProcessSource {
    let descriptor: OwnedFileDescriptor
    weak var watch: EventLoop.Watch?

    init(_ descriptor: consuming OwnedFileDescriptor) {
        self.descriptor = descriptor
    }
}
