import Dispatch
import FUSE
import SystemIO

/// Tells the kernel what to forget, on a queue of its own: the kernel takes locks for it that callers hold while they
/// wait for the loop's answers, so the loop itself must never wait here. A notification that waits behind a lookup
/// which a rule stalls is late; the timeouts of names under rules are 0, so nothing depends on it.
final class KernelNotifier {
    enum Notice: Sendable {
        case name(FileName, NodeID)
        case attributes(NodeID)
        case content(NodeID)
        case bytes(NodeID, at: Int64, count: Int64)
    }

    private let queue = DispatchQueue(label: "fpsim.notify")
    private let channel: NotificationChannel
    /// Whether something was sent that nobody has waited for. Confined to the loop's thread.
    private(set) var hasNews = false

    init(_ session: FileSystemSession) throws(Errno) {
        channel = try NotificationChannel(session)
    }

    func send(_ notice: Notice) {
        hasNews = true
        queue.async { [channel] in
            switch notice {
            case .name(let name, let folder): channel.invalidate(name, in: folder)
            case .attributes(let node): channel.invalidateAttributes(node)
            case .content(let node): channel.invalidateContent(node)
            case .bytes(let node, let offset, let count): channel.invalidateContent(node, at: offset, count: count)
            }
        }
    }

    /// Calls `action` on the queue once the kernel has been told everything that was sent before.
    func afterAll(_ action: @escaping @Sendable () -> Void) {
        hasNews = false
        queue.async(execute: action)
    }
}
