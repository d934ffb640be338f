import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    package func rename(_ request: RenameRequest, _ reply: consuming DoneReply) {
        var call = Call(.rename, request.parent, name: request.name, threadID: request.caller.threadID)
        call.otherFolder = request.newParent
        call.otherName = request.newName
        carryOut(
            call, scope: request.parent, subject(request.name, in: request.parent), reply
        ) { [unowned self] effects throws(Errno) in
            try rename(request, effects)
        } _: { reply, _ in
            reply.done()
        }
    }

    private func rename(_ request: RenameRequest, _ effects: CallEffects) throws(Errno) {
        guard !keepsVersions(request.parent), !keepsVersions(request.newParent) else { throw .readOnlyFileSystem }
        let object = try object(request.name, in: request.parent)
        let replaced = try replacedObject(request)
        if let replaced, replaced.status.device == object.status.device, replaced.status.inode == object.status.inode,
            !request.flags.contains(.exchange)
        {
            // Two names of one file: rename(2) does nothing.
            return
        }
        let before = object.node.map { nodes.itemPath(of: $0) }
        let target = if let replaced { replaced.place } else { try vacancy(request.newName, in: request.newParent) }
        if try keepAsConflict(object, replaced, effects, request) { return }
        if !request.flags.contains(.exchange) { try replacing(replaced, effects, request) }
        try unsynced?.willRename(object, replaced, to: target, request)
        try source.rename(
            object.place.name, in: object.place.folder, object.node.flatMap { nodes.source(of: $0) },
            to: target.name, in: target.folder, replacing: replaced?.node.flatMap { nodes.source(of: $0) },
            flags: request.flags)
        renamed(request, object, replaced, target)
        if !request.flags.contains(.exchange) {
            keepVersions(of: replaced?.node, forNewItem: request.newName, in: request.newParent)
        }
        if !connections.isEmpty, let node = object.node, let before {
            carryOut(claims.itemMoved(from: before, to: nodes.itemPath(of: node)))
        }
    }

    /// What has the new name now, with what renameat2(2) says about that.
    private func replacedObject(_ request: RenameRequest) throws(Errno) -> NamedObject? {
        let existing: NamedObject?
        do throws(Errno) {
            existing = try object(request.newName, in: request.newParent)
        } catch {
            guard error == .noSuchFile else { throw error }
            existing = nil
        }
        if existing != nil, request.flags.contains(.noReplace) { throw .fileExists }
        if existing == nil, request.flags.contains(.exchange) { throw .noSuchFile }
        return existing
    }

    /// The mount's tables follow what was done in the source.
    private func renamed(
        _ request: RenameRequest, _ object: NamedObject, _ replaced: NamedObject?, _ target: SourcePlace
    ) {
        if request.flags.contains(.exchange) {
            // Each keeps its way of being found: only the names in the source have changed places.
            if let node = replaced?.node { nodes.renamed(node, to: request.name, in: request.parent) }
        } else if let replaced {
            lostName(request.newName, in: request.newParent, replaced)
        }
        if object.place.isElsewhere { uncover(request.name, in: request.parent) }
        guard let node = object.node else {
            if target.isElsewhere { _ = adopt(object.status, at: target, as: request.newName, in: request.newParent) }
            return
        }
        nodes.renamed(node, to: request.newName, in: request.newParent)
        if target.isElsewhere {
            _ = adopt(object.status, at: target, as: request.newName, in: request.newParent)
        }
    }
}
