import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

// A provider that knows better: what a caller wrote becomes a copy beside the item, or is undone.
extension ProviderServer {
    /// Keeps an item's bytes before the first change since its last version.
    func keepVersion(of node: NodeID) throws(Errno) {
        guard rulesPutBack, versionsBefore[node] == nil, !candidates(node).isEmpty,
            let place = nodes.source(of: node), nodes.isFile(node)
        else { return }
        let file = try source.open(place, .readOnly)
        versionsBefore[node] = try file.bytes(at: 0, count: Int(try file.status().size))
    }

    /// A changed file was closed, made durable or uploaded: a new version begins, unless a rule undoes it.
    func endChange(of node: NodeID, _ effects: CallEffects) {
        guard changedNodes.remove(node) != nil else { return }
        for lie in effects.lies {
            switch lie.fault {
            case .conflictCopy(let fault): try? keepCopy(of: node, fault, rule: lie.rule)
            case .revert(let fault):
                if let before = versionsBefore[node] { revert(node, to: before, fault, rule: lie.rule) }
            default: break
            }
        }
        versionsBefore[node] = nil
        change(node) { $0.version = $0.version.next }
        record(version: node, rule: effects.rule)
        contentChanged(node, keepsOpenCaches: true)
    }

    private func keepCopy(of node: NodeID, _ fault: ConflictCopy, rule: String) throws(Errno) {
        guard let before = versionsBefore[node], let place = nodes.source(of: node) else { return }
        let folder = nodes.parent(of: node)
        let written = try source.open(place, .readOnly)
        let bytes = try written.bytes(at: 0, count: Int(try written.status().size))
        let name = FileName(fault.copyName(for: nodes.name(of: node).string))
        let status = try source.status(of: place)
        let vacancy = try vacancy(name, in: folder)
        let made = try source.makeNode(
            vacancy.name, in: vacancy.folder, mode: status.mode, device: 0,
            by: Maker(userID: status.userID, groupID: status.groupID, umask: 0))
        let copy = adopt(made, at: vacancy, as: name, in: folder)
        try write(bytes, over: copy)
        try write(before, over: node)
        nameChanged(name, in: folder)
        contentChanged(node)
    }

    private func revert(_ node: NodeID, to bytes: [UInt8], _ fault: Revert, rule: String) {
        let restore = { [unowned self] in
            try? write(bytes, over: node)
            change(node) { $0.version = $0.version.next }
            record(version: node, rule: rule)
            contentChanged(node)
            carryOut(claims.itemChanged(nodes.itemPath(of: node)))
        }
        if fault.after == .zero { restore() } else { loop.schedule(after: fault.after, restore) }
    }

    private func write(_ bytes: [UInt8], over node: NodeID) throws(Errno) {
        guard let place = nodes.source(of: node) else { return }
        let file = try source.open(place, .readWrite)
        guard let descriptor = try file.descriptor() else { return }
        try descriptor.truncate(to: 0)
        try descriptor.writeAll(bytes, at: 0)
    }

    // MARK: Saving by renaming over the item

    /// - Returns: whether the rename was turned into a copy beside the item, which stays what it was.
    func keepAsConflict(
        _ object: NamedObject, _ replaced: NamedObject?, _ effects: CallEffects, _ request: RenameRequest
    ) throws(Errno) -> Bool {
        guard replaced != nil, !request.flags.contains(.exchange) else { return false }
        for lie in effects.lies {
            guard case .conflictCopy(let fault) = lie.fault else { continue }
            let name = FileName(fault.copyName(for: request.newName.string))
            let place = try vacancy(name, in: request.newParent)
            try source.rename(
                object.place.name, in: object.place.folder, object.node.flatMap { nodes.source(of: $0) },
                to: place.name, in: place.folder, replacing: nil, flags: .noReplace)
            if let node = object.node { nodes.renamed(node, to: name, in: request.newParent) }
            nameChanged(name, in: request.newParent)
            // The kernel believes that the new name leads to what was renamed.
            nameChanged(request.newName, in: request.newParent)
            return true
        }
        return false
    }

    /// Before something is replaced: a rule may bring it back under its name.
    func replacing(_ replaced: NamedObject?, _ effects: CallEffects, _ request: RenameRequest) throws(Errno) {
        guard let replaced, replaced.status.isRegular else { return }
        for lie in effects.lies {
            guard case .revert(let fault) = lie.fault else { continue }
            let node =
                replaced.node.flatMap { nodes.source(of: $0) }
                ?? SourceNode(replaced.status, name: replaced.place.name, in: replaced.place.folder)
            let file = try source.open(node, .readOnly)
            let bytes = try file.bytes(at: 0, count: Int(try file.status().size))
            loop.schedule(after: fault.after) { [unowned self] in
                guard let now = find(request.newName, in: request.newParent) else { return }
                revert(now, to: bytes, Revert(), rule: lie.rule)
            }
        }
    }
}
