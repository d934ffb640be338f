import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

// Names that callers make.
extension ProviderServer {
    package func makeNode(_ request: MakeNodeRequest, _ reply: consuming EntryReply) {
        make(.mknod, request.name, in: request.parent, request.caller, reply) { place, maker throws(Errno) in
            try self.source.makeNode(
                place.name, in: place.folder, mode: request.mode, device: request.device, by: maker)
        }
    }

    package func makeDirectory(_ request: MakeDirectoryRequest, _ reply: consuming EntryReply) {
        make(.mkdir, request.name, in: request.parent, request.caller, reply) { place, maker throws(Errno) in
            try self.source.makeDirectory(place.name, in: place.folder, permissions: request.permissions, by: maker)
        }
    }

    package func makeSymbolicLink(_ request: SymbolicLinkRequest, _ reply: consuming EntryReply) {
        make(.symlink, request.name, in: request.parent, request.caller, reply) { place, maker throws(Errno) in
            try self.source.makeSymbolicLink(place.name, in: place.folder, to: request.target, by: maker)
        }
    }

    private func make(
        _ operation: Operation, _ name: FileName, in folder: NodeID, _ caller: Caller, _ reply: consuming EntryReply,
        _ body: @escaping (SourcePlace, Maker) throws(Errno) -> FileStatus
    ) {
        let call = Call(operation, folder, name: name, threadID: caller.threadID)
        carryOut(call, scope: folder, subject(name, in: folder), reply) { [unowned self] _ throws(Errno) in
            let place = try vacancy(name, in: folder)
            let status = try body(place, maker(caller))
            let node = adopt(status, at: place, as: name, in: folder)
            unsynced?.made(place, isFolder: status.isDirectory, in: folder)
            return (node, status)
        } _: { [unowned self] reply, made in
            answer(reply, made.0, made.1)
        }
    }

    package func link(_ request: LinkRequest, _ reply: consuming EntryReply) {
        var call = Call(.link, request.node, threadID: request.caller.threadID)
        call.otherFolder = request.newParent
        call.otherName = request.newName
        carryOut(call, scope: request.newParent, subject(request.node), reply) { [unowned self] _ throws(Errno) in
            guard let object = nodes.source(of: request.node) else { throw .notPermitted }
            let place = try vacancy(request.newName, in: request.newParent)
            let status = try source.link(object, as: place.name, in: place.folder)
            let node = adopt(status, at: place, as: request.newName, in: request.newParent)
            unsynced?.made(place, isFolder: false, in: request.newParent)
            return (node, status)
        } _: { [unowned self] reply, made in
            answer(reply, made.0, made.1)
        }
    }
}
