import Glibc
import Synchronization
import SystemIO

/// Ctrl-C, or the terminal's end, of somebody who wants a long run to end with its report. The second one ends it at once.
enum Interruption {
    private static let asked = Atomic(false)

    static var wasAsked: Bool { asked.load(ordering: .acquiring) }

    static func watch() {
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !SignalWait.isIgnored(number) {
            signal(number) { number in
                // Only what is safe in a signal handler: an atomic, and a system call.
                Interruption.asked.store(true, ordering: .releasing)
                signal(number, SIG_DFL)
            }
        }
    }
}
