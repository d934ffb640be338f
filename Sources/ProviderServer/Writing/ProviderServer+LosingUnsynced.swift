import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO
import Trace

extension ProviderServer {
    /// A power cut: what callers didn't make durable is gone, from the source too, where they had put it.
    func loseUnsynced(rule: String) {
        guard let unsynced else { return }
        let changes = unsynced.takeAll()
        for change in changes { undo(change) }
        var event = TraceEvent(.fault)
        event.rule = rule
        event.fault = "lose-unsynced"
        event.count = Int64(changes.count)
        record(event)
    }

    /// Takes one change back. One that can't be taken back, since something durable depends on it, stays.
    private func undo(_ change: UnsyncedLog.Change) {
        switch change {
        case .bytes(let node, let offset, let old, let oldSize):
            guard let place = nodes.source(of: node) else { return }
            try? putBack(old, at: offset, size: oldSize, place)
            contentChanged(node)
        case .made(let place, let isFolder, let folder):
            unmake(place, isFolder: isFolder, in: folder)
        case .removed(let removed, let place, let folder):
            try? remake(removed, at: place)
            nameChanged(place.name, in: folder)
        case .removedFolder(let place, let status, let folder):
            let maker = Maker(userID: status.userID, groupID: status.groupID, umask: 0)
            _ = try? source.makeDirectory(place.name, in: place.folder, permissions: status.permissions, by: maker)
            nameChanged(place.name, in: folder)
        case .renamed(let from, let to, let replaced, let request):
            renameBack(from, to, replaced, request)
        }
    }

    private func putBack(_ old: [UInt8], at offset: Int64, size: Int64, _ place: SourceNode) throws(Errno) {
        let file = try source.open(place, .readWrite)
        guard let descriptor = try file.descriptor() else { return }
        try descriptor.truncate(to: size)
        try descriptor.writeAll(old, at: offset)
    }

    private func unmake(_ place: SourcePlace, isFolder: Bool, in folder: NodeID) {
        let status = try? source.lookup(place.name, in: place.folder)
        let node = status.flatMap { nodes.node(for: $0) }
        let sourceNode = node.flatMap { nodes.source(of: $0) }
        do throws(Errno) {
            if isFolder {
                try source.removeDirectory(place.name, in: place.folder, sourceNode)
            } else {
                try source.unlink(place.name, in: place.folder, sourceNode, hasOtherNames: true)
            }
        } catch {
            return
        }
        if let node, let status, status.linkCount <= 1 || isFolder { nodes.sourceIsGone(node) }
        nameChanged(place.name, in: folder)
    }

    private func remake(_ removed: UnsyncedLog.RemovedFile, at place: SourcePlace) throws(Errno) {
        let status = removed.status
        let maker = Maker(userID: status.userID, groupID: status.groupID, umask: 0)
        if let target = removed.target {
            _ = try source.makeSymbolicLink(place.name, in: place.folder, to: FileName(bytes: target), by: maker)
            return
        }
        let made = try source.makeNode(
            place.name, in: place.folder, mode: status.mode, device: status.specialDevice, by: maker)
        guard let file = removed.file else { return }
        let bytes = try file.bytes(at: 0, count: Int(try file.status().size))
        let node = SourceNode(made, name: place.name, in: place.folder)
        try putBack(bytes, at: 0, size: Int64(bytes.count), node)
    }

    private func renameBack(
        _ from: SourcePlace, _ to: SourcePlace, _ replaced: UnsyncedLog.RemovedFile?, _ request: RenameRequest
    ) {
        let node = (try? source.lookup(to.name, in: to.folder)).flatMap { nodes.node(for: $0) }
        let other =
            request.flags.contains(.exchange)
            ? (try? source.lookup(from.name, in: from.folder)).flatMap { nodes.node(for: $0) } : nil
        do throws(Errno) {
            try source.rename(
                to.name, in: to.folder, node.flatMap { nodes.source(of: $0) }, to: from.name, in: from.folder,
                replacing: other.flatMap { nodes.source(of: $0) },
                flags: request.flags.contains(.exchange) ? .exchange : .noReplace)
        } catch {
            return
        }
        if let node { nodes.renamed(node, to: request.name, in: request.parent) }
        if let other { nodes.renamed(other, to: request.newName, in: request.newParent) }
        if let replaced { try? remake(replaced, at: to) }
        nameChanged(request.name, in: request.parent)
        nameChanged(request.newName, in: request.newParent)
    }
}
