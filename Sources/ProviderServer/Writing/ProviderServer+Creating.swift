import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    package func create(_ request: CreateRequest, _ reply: consuming CreateReply) {
        var call = Call(.create, request.parent, name: request.name, threadID: request.caller.threadID)
        call.flags = request.flags.rawValue
        call.conditions.insert(.writing)
        carryOut(
            call, scope: request.parent, subject(request.name, in: request.parent), reply
        ) { [unowned self] effects throws(Errno) in
            request.isTemporary
                ? try createTemporary(request, effects) : try create(request, effects)
        } _: { [unowned self] reply, made in
            answer(reply, made.file, made.status)
        }
    }

    private func create(
        _ request: CreateRequest, _ effects: CallEffects
    ) throws(Errno) -> (file: OpenFile, status: FileStatus) {
        // The kernel asks for create only where it has found no such name; somebody in the source may have been
        // quicker, and the source then decides by the flags.
        let place = try vacancy(request.name, in: request.parent)
        var node = NodeID.root
        let (file, status) = try source.create(
            place.name, in: place.folder, request.flags, permissions: request.permissions, by: maker(request.caller)
        ) { status in
            node = adopt(status, at: place, as: request.name, in: request.parent)
            return nodes.source(of: node) ?? source.root
        }
        unsynced?.made(place, isFolder: false, in: request.parent)
        return (openFile(node, request, file, effects), status)
    }

    private func createTemporary(
        _ request: CreateRequest, _ effects: CallEffects
    ) throws(Errno) -> (file: OpenFile, status: FileStatus) {
        guard let folder = nodes.source(of: request.parent) else { throw .notSupported }
        var node = NodeID.root
        let (file, status) = try source.createTemporary(
            in: folder, request.flags, permissions: request.permissions, by: maker(request.caller)
        ) { status in
            node = nodes.node(for: status, name: request.name, in: request.parent)
            return nodes.source(of: node) ?? source.root
        }
        return (openFile(node, request, file, effects), status)
    }

    private func openFile(
        _ node: NodeID, _ request: CreateRequest, _ file: SourceFile, _ effects: CallEffects
    ) -> OpenFile {
        OpenFile(
            node: node, flags: request.flags, source: file, lenses: effects.lenses,
            openedBy: request.caller.threadID)
    }

    private func answer(_ reply: consuming CreateReply, _ file: OpenFile, _ status: FileStatus) {
        let entry = entry(for: file.node, present(status, file.node, CallEffects()))
        let handle = openFiles.add(file)
        opened(file)
        if !ruledOperations.contains(.getxattr) { bareNodes.insert(file.node) }
        if reply.created(entry, kernelFile(file, handle, status: status)) {
            nodes.countLookup(file.node)
        } else {
            _ = openFiles.remove(handle)
            closed(file)
            nodes.forget(file.node, lookups: 0)
        }
    }
}
