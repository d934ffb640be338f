import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO

extension ProviderServer {
    func evictByHand(_ node: NodeID, _ answer: ControlAnswer) {
        guard nodes.isFile(node) else {
            return answer.refuse(.conversation(.unsupported, "Only files are evicted; this is a folder."))
        }
        // A provider doesn't evict what is open (file-access-semantics d7).
        if openFiles.all.contains(where: { $0.node == node }) {
            return answer.refuse(
                ControlFailure(
                    domain: ControlFailure.fileProviderDomain, code: -2008, errno: "EBUSY",
                    message: "The item is open, so it isn't evicted."))
        }
        // Whoever shows the item is asked first (c11).
        let isShown = claims.hasPresenter(of: nodes.itemPath(of: node))
        withProviderClaim(node, coordinated: isShown, .forEvicting, answering: answer) { [unowned self] in
            evict(node, force: true, rule: nil)
            answer.done()
        }
    }

    func materializeByHand(_ node: NodeID, waits: Bool, _ answer: ControlAnswer) {
        guard waits else {
            if let failure = beginDownload(node, by: nil) { return answer.refuse(failure.downloadFailure) }
            return answer.done()
        }
        let waiting = GatedCall(
            Call(.download, node, threadID: answer.pid), subject(node), process: nil, faults: [],
            interrupts: { _ in }, finish: { _ in })
        materialize(node, for: waiting) { failure in
            if let failure { answer.refuse(failure.downloadFailure) } else { answer.done() }
        }
    }

    func moveByHand(_ request: MoveRequest, _ answer: ControlAnswer) {
        withItem(request.path, answer) { node in
            guard let name = request.to.components.last, node != .root else {
                return answer.refuse(.conversation(.unsupported, "The root can't be moved."))
            }
            if let objection = objection(toMoving: node, request.path) ?? objection(toNamesOf: request.to) {
                return answer.refuse(.conversation(.unsupported, objection))
            }
            if resolve(components: request.to.components).map(keepsVersions) == true {
                return answer.refuse(.conversation(.unsupported, "Versions are kept in '\(request.to)', not items."))
            }
            let folder = Array(request.to.components.dropLast())
            if let target = resolve(components: folder), target == node || nodes.ancestors(of: target).contains(node) {
                return answer.refuse(.conversation(.unsupported, "A folder can't be moved into itself."))
            }
            withProviderClaim(node, coordinated: request.coordinated ?? false, .forMoving, answering: answer) {
                [unowned self] in
                // A folder that exists under the target's name takes the item in, as mv(1) does.
                if let existing = resolve(components: request.to.components), nodes.isDirectory(existing),
                    existing != node
                {
                    move(node, to: existing, as: nodes.name(of: node), rule: nil)
                } else if let target = makeFolder(components: folder), !keepsVersions(target) {
                    move(node, to: target, as: FileName(bytes: name), rule: nil)
                } else {
                    let shown = ControlPath(bytes: Array(folder.joined(separator: [UInt8(ascii: "/")]))).description
                    return answer.refuse(
                        .conversation(.unsupported, "'\(shown)' isn't a folder that takes items in."))
                }
                answer.done()
            }
        }
    }

    /// Why an item stays where it is, or nil.
    func objection(toMoving node: NodeID, _ path: ControlPath) -> String? {
        guard keepsVersions(node) || fileVersions[node] != nil else { return nil }
        return "'\(path)' is where a version of an item is kept, and stays there."
    }

    /// Why nothing can have this path, or nil.
    private func objection(toNamesOf path: ControlPath) -> String? {
        for name in path.components {
            if FileName(bytes: name).isDotOrDotDot {
                return "'\(path)' has a component '\(String(decoding: name, as: UTF8.self))', which is no name."
            }
            if name.contains(0) { return "'\(path)' has a zero byte, which no name has." }
            if name.count > 255 { return "'\(path)' has a name of more than 255 bytes." }
        }
        return nil
    }

    func replaceByHand(_ request: ReplaceRequest, _ answer: ControlAnswer) {
        guard let content = Replace.Content(rawValue: request.with), content != .item else {
            let known = Replace.Content.allCases.filter { $0 != .item }.map(\.rawValue).joined(separator: ", ")
            return answer.refuse(.conversation(.unsupported, "An item is replaced by one of: \(known)."))
        }
        withItem(request.path, answer) { node in
            guard nodes.isFile(node) else {
                return answer.refuse(.conversation(.unsupported, "Only files are replaced; this is a folder."))
            }
            withProviderClaim(node, coordinated: request.coordinated ?? false, .forReplacing, answering: answer) {
                [unowned self] in
                let roll = StableHash.roll(seed, "by hand", nodes.identifier(of: node))
                replace(node, Replace(content: content), roll: roll, rule: nil)
                answer.done()
            }
        }
    }
}
