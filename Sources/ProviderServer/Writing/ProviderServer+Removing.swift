import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

// Names that callers take away.
extension ProviderServer {
    package func unlink(_ request: RemoveRequest, _ reply: consuming DoneReply) {
        remove(.unlink, request, reply) { [unowned self] object throws(Errno) in
            guard !object.status.isDirectory else { throw .isDirectory }
            try unsynced?.willRemove(object, in: request.parent)
            try source.unlink(
                object.place.name, in: object.place.folder, object.node.flatMap { nodes.source(of: $0) },
                hasOtherNames: object.status.linkCount > 1)
        }
    }

    package func removeDirectory(_ request: RemoveRequest, _ reply: consuming DoneReply) {
        remove(.rmdir, request, reply) { [unowned self] object throws(Errno) in
            guard object.status.isDirectory else { throw .notDirectory }
            // What rules have put there isn't in the source, and what they have hidden there is.
            if let node = object.node, !overlay.isEmpty {
                guard overlay.additions(in: node).isEmpty else { throw .notEmpty }
            }
            try source.removeDirectory(
                object.place.name, in: object.place.folder, object.node.flatMap { nodes.source(of: $0) })
            unsynced?.removedFolder(object, in: request.parent)
        }
    }

    private func remove(
        _ operation: Operation, _ request: RemoveRequest, _ reply: consuming DoneReply,
        _ body: @escaping (NamedObject) throws(Errno) -> Void
    ) {
        let call = Call(operation, request.parent, name: request.name, threadID: request.caller.threadID)
        // An item's own scope is enough to take it away, as the sandbox asks for a file's own path and not its folder's;
        // a new name is the folder's.
        carryOut(
            call, scope: (try? object(request.name, in: request.parent))?.node ?? request.parent,
            subject(request.name, in: request.parent), reply
        ) { [unowned self] _ throws(Errno) in
            guard !keepsVersions(request.parent) else { throw .readOnlyFileSystem }
            let object = try object(request.name, in: request.parent)
            try body(object)
            lostName(request.name, in: request.parent, object)
            if let node = object.node, object.status.linkCount <= 1 { removeVersions(of: node, rule: nil) }
            if !connections.isEmpty, let node = object.node { tellPresenters(removed: node) }
        } _: { reply, _ in
            reply.done()
        }
    }

    private func tellPresenters(removed node: NodeID) {
        carryOut(claims.itemChanged(nodes.itemPath(of: node)))
    }
}
