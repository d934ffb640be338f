import AccessClaims
import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO
import Trace

extension ProviderServer {
    static let trashName = FileName(".Trash")

    // MARK: Finding nodes by name

    /// The node of a path on the mount, as it is now; nil when nothing is there. The node stays known.
    func resolve(path: String) -> NodeID? {
        resolve(components: path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init))
    }

    func resolve(components: [[UInt8]]) -> NodeID? {
        var node = NodeID.root
        for component in components where !component.elementsEqual([UInt8(ascii: ".")]) {
            guard let next = find(FileName(bytes: component), in: node) else { return nil }
            node = next
        }
        return node
    }

    /// The node of a name in a folder, without the rules; pinned, since nobody counts this lookup.
    func find(_ name: FileName, in folder: NodeID) -> NodeID? {
        switch overlay.isEmpty ? nil : overlay.entry(Array(name.bytes), in: folder) {
        case .hidden: return nil
        case .node(let node): return node
        case nil: break
        }
        guard let place = nodes.source(of: folder), let found = try? source.lookup(name, in: place) else { return nil }
        let node = nodes.node(for: found, name: name, in: folder)
        nodes.pin(node)
        return node
    }

    /// The folder at a path, made where it is missing: in the overlay, not in the source.
    func makeFolder(_ path: String) -> NodeID? {
        makeFolder(components: path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init))
    }

    func makeFolder(components: [[UInt8]]) -> NodeID? {
        var node = NodeID.root
        for component in components {
            let name = FileName(bytes: component)
            if let next = find(name, in: node) {
                guard nodes.isDirectory(next) else { return nil }
                node = next
            } else {
                guard !keepsVersions(node) else { return nil }
                let folder = nodes.addVirtualFolder(name: name, parent: node)
                overlay.add(Array(name.bytes), in: node, node: folder)
                nameChanged(name, in: node)
                node = folder
            }
        }
        return node
    }

    /// Every item on the mount as it is now, the root left out: for rules that act by themselves. Bounded, since a
    /// source can be anything.
    func walk(limit: Int = 100_000) -> [NodeID] {
        var found: [NodeID] = []
        var pending = [NodeID.root]
        while let folder = pending.popLast(), found.count < limit {
            for name in names(in: folder) {
                guard let node = find(name, in: folder) else { continue }
                found.append(node)
                if nodes.isDirectory(node) { pending.append(node) }
            }
        }
        return found
    }

    /// The names in a folder, without those that rules take away or add in listings only.
    func names(in folder: NodeID) -> [FileName] {
        var names: [FileName] = []
        if let place = nodes.source(of: folder), let listing = try? source.openDirectory(place) {
            while let entry = try? listing.peek() {
                let name = FileName(bytes: entry.name)
                if !name.isDotOrDotDot, !overlay.masks(Array(name.bytes), in: folder) { names.append(name) }
                listing.advance()
            }
        }
        return names + overlay.additions(in: folder).map { FileName(bytes: $0.name) }
    }

    private func existsInSource(_ name: FileName, _ folder: NodeID) -> Bool {
        guard let place = nodes.source(of: folder) else { return false }
        return (try? source.lookup(name, in: place)) != nil
    }

    // MARK: Moving and removing, over the source

    /// Moves an item, as somebody on another device would. A name that is taken gets a number, as providers do it.
    func move(_ node: NodeID, to folder: NodeID, as name: FileName, rule: String?) {
        guard node != .root, folder != node, !nodes.ancestors(of: folder).contains(node) else { return }
        guard !keepsVersions(folder), !keepsVersions(node), fileVersions[node] == nil else { return }
        let oldFolder = nodes.parent(of: node)
        let oldName = nodes.name(of: node)
        guard oldFolder != folder || oldName != name else { return }
        let newName = freeName(name, in: folder, for: node)
        let from = nodes.itemPath(of: node)
        nodes.pin(node)
        overlay.remove(Array(oldName.bytes), in: oldFolder, existsInSource: existsInSource(oldName, oldFolder))
        overlay.add(Array(newName.bytes), in: folder, node: node)
        nodes.relocate(node, name: newName, parent: folder)
        if nodes.isDirectory(node) { nodes.forgetCandidates() }
        nameChanged(oldName, in: oldFolder)
        nameChanged(newName, in: folder)
        let to = nodes.itemPath(of: node)
        var event = itemEvent(.move, node)
        event.path = nil
        event.from = from.description
        event.to = to.description
        event.rule = rule
        record(event)
        carryOut(claims.itemMoved(from: from, to: to))
    }

    func freeName(_ name: FileName, in folder: NodeID, for node: NodeID? = nil) -> FileName {
        var candidate = name
        var number = 2
        while let other = find(candidate, in: folder), other != node {
            let text = name.string
            let dot = text.lastIndex(of: ".").flatMap { $0 > text.startIndex ? $0 : nil } ?? text.endIndex
            candidate = FileName("\(text[..<dot]) \(number)\(text[dot...])")
            number += 1
        }
        return candidate
    }

    func trash(_ node: NodeID, rule: String?) {
        guard let folder = makeFolder(ProviderServer.trashName.string) else { return }
        move(node, to: folder, as: nodes.name(of: node), rule: rule)
    }

    func delete(_ node: NodeID, rule: String?) {
        guard node != .root else { return }
        let folder = nodes.parent(of: node)
        let name = nodes.name(of: node)
        var event = itemEvent(.delete, node)
        event.rule = rule
        record(event)
        failDownload(node, CallFailure(.stale, rule: rule))
        overlay.remove(Array(name.bytes), in: folder, existsInSource: existsInSource(name, folder))
        nameChanged(name, in: folder)
        if keepsVersions(node) { versionsFolder = nil }
        removeVersions(of: node, rule: rule)
        tellPresenters(.didLoseVersion, of: node)
    }

    // MARK: Telling the kernel

    /// The kernel must ask again for this name.
    func nameChanged(_ name: FileName, in folder: NodeID) {
        notifier?.send(.name(name, folder))
        listingChanged(folder)
    }

    /// The kernel must ask again for the attributes and bytes of this object.
    /// - Parameter keepsOpenCaches: only attributes changed.
    func contentChanged(_ node: NodeID, keepsOpenCaches: Bool = false) {
        notifier?.send(keepsOpenCaches ? .attributes(node) : .content(node))
    }
}
