import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    package func setAttributes(_ request: SetAttributesRequest, _ reply: consuming AttributesReply) {
        var call = Call(.setattr, request.node, threadID: request.caller.threadID)
        call.length = request.size
        carryOut(call, scope: request.node, subject(request.node), reply) { [unowned self] effects throws(Errno) in
            guard let place = nodes.source(of: request.node) else { throw .notPermitted }
            var changes = AttributeChanges()
            changes.permissions = request.permissions
            changes.userID = request.userID
            changes.groupID = request.groupID
            changes.size = request.size
            changes.accessed = request.accessed
            changes.modified = request.modified
            changes.clearsSetID = request.clearsSetID
            if let size = request.size { try willTruncate(request.node, to: size) }
            let file = request.handle.flatMap { openFiles[$0] }?.source
            return present(try source.change(place, file, changes), request.node, effects)
        } _: { [unowned self] reply, status in
            reply.attributes(status, timeout: validity(of: request.node))
        }
    }

    private func willTruncate(_ node: NodeID, to size: Int64) throws(Errno) {
        try willChangeContent(of: node, at: size, count: .max)
        beginChange(of: node, discardsContent: size == 0)
    }

    package func setExtendedAttribute(_ request: SetExtendedAttributeRequest, _ reply: consuming DoneReply) {
        let call = Call(.setxattr, request.node, threadID: request.caller.threadID)
        carryOut(call, scope: request.node, subject(request.node), reply) { [unowned self] _ throws(Errno) in
            // The mount's own attributes show a state; they can't set it.
            guard !request.name.string.hasPrefix(StateAttribute.prefix) else { throw .notPermitted }
            guard let place = nodes.source(of: request.node) else { throw .notSupported }
            bareNodes.remove(request.node)
            try source.setExtendedAttribute(request.name, of: place, to: request.value, flags: request.flags)
        } _: { reply, _ in
            reply.done()
        }
    }

    package func removeExtendedAttribute(_ request: RemoveExtendedAttributeRequest, _ reply: consuming DoneReply) {
        let call = Call(.removexattr, request.node, threadID: request.caller.threadID)
        carryOut(call, scope: request.node, subject(request.node), reply) { [unowned self] _ throws(Errno) in
            guard !request.name.string.hasPrefix(StateAttribute.prefix) else { throw .notPermitted }
            guard let place = nodes.source(of: request.node) else { throw .noAttribute }
            try source.removeExtendedAttribute(request.name, of: place)
        } _: { reply, _ in
            reply.done()
        }
    }
}
