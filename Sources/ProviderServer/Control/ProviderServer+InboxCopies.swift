import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

/// A rule wants the copy of a pick purged.
struct InboxPurge {
    let rule: String
    let after: Duration
    let node: NodeID
}

extension ProviderServer {
    /// Keeps in mind that the copy is to go, once the picker has said where it is.
    func noteInboxPurge(_ effects: CallEffects, of token: ScopeToken, _ node: NodeID) {
        for lie in effects.lies {
            guard case .purgeInbox(let fault) = lie.fault else { continue }
            inboxPurges[token.text] = InboxPurge(rule: lie.rule, after: fault.after, node: node)
        }
    }

    /// A copy was made. One that is to be purged at once is gone when the picker returns.
    func inboxCopy(_ request: InboxCopyRequest, _ answer: ControlAnswer) {
        guard let purge = inboxPurges.removeValue(forKey: request.token) else { return answer.done() }
        let user = answer.connection.peer.user
        guard purge.after > .zero else {
            return purgeCopy(in: request.folder, of: user, purge, then: answer.done)
        }
        answer.done()
        loop.schedule(after: purge.after) { [reference] in
            reference.server?.purgeCopy(in: request.folder, of: user, purge) {}
        }
    }

    /// On a thread of its own: the folder may be on a slow file system, or on this very mount.
    private func purgeCopy(
        in folder: ControlPath, of user: UInt32, _ purge: InboxPurge, then done: @escaping () -> Void
    ) {
        lastUntold += 1
        let number = lastUntold
        untold[number] = done
        let (sender, reference) = (loop.sender, reference)
        do throws(Errno) {
            try DetachedThread.start {
                let isGone = InboxFolder(path: folder.bytes, user: user)?.remove() ?? false
                sender.post {
                    reference.server?.recordPurge(purge, isGone: isGone)
                    reference.server?.untold.removeValue(forKey: number)?()
                }
            }
        } catch {
            recordPurge(purge, isGone: false)
            untold.removeValue(forKey: number)?()
        }
    }

    private func recordPurge(_ purge: InboxPurge, isGone: Bool) {
        var event = itemEvent(.scope, purge.node)
        event.action = isGone ? "purge" : "purge-failed"
        event.version = nil
        event.rule = purge.rule
        record(event)
    }
}

/// The folder of a copy that a picker made. What only says so is left alone: another name, another user's folder.
private struct InboxFolder {
    private let parent: String
    private let name: String
    private let user: UInt32

    init?(path: [UInt8], user: UInt32) {
        guard let text = String(validating: path, as: UTF8.self), let slash = text.lastIndex(of: "/"),
            text.hasPrefix("/")
        else { return nil }
        parent = String(text[...slash])
        name = String(text[slash...].dropFirst())
        self.user = user
        guard name.hasPrefix("fpsim-Inbox-") else { return nil }
    }

    func remove() -> Bool {
        do throws(Errno) {
            let parent = try FileDescriptor.workingDirectory.open(parent, [.readOnly, .directory])
            let folder = try parent.borrowed.open(name, [.readOnly, .directory, .noFollow])
            guard try folder.borrowed.status().userID == user else { return false }
            try folder.borrowed.removeContents()
            try folder.close()
            try parent.borrowed.removeDirectory(name)
            try parent.close()
            return true
        } catch {
            return false
        }
    }
}
