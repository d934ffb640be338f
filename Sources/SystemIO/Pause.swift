import Glibc

/// Sleeping, for views that are drawn anew; nothing waits for a condition this way.
package enum Pause {
    package static func milliseconds(_ count: UInt32) {
        usleep(count * 1000)
    }
}
