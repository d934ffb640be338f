import CLinux
import Glibc
import Synchronization

/// Carries actions from any thread to the loop's.
package final class Mailbox: Sendable {
    private let wakeup: OwnedFileDescriptor
    private let pending = Mutex<[@Sendable () -> Void]>([])

    init() throws(Errno) {
        wakeup = OwnedFileDescriptor(
            owning: try SystemCall.retrying { eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK)) })
    }

    var descriptor: FileDescriptor { wakeup.borrowed }

    /// Calls `action` on the loop's thread. If the loop never runs again, never.
    package func post(_ action: @escaping @Sendable () -> Void) {
        pending.withLock { $0.append(action) }
        _ = eventfd_write(wakeup.borrowed.rawValue, 1)
    }

    func deliver() {
        var count: UInt64 = 0
        _ = eventfd_read(wakeup.borrowed.rawValue, &count)
        let actions = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for action in actions { action() }
    }
}
