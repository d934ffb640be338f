import FUSE
import ProviderSource
import SystemIO

/// Where a name of the mount is in the source, which may be elsewhere if a rule moved things.
struct SourcePlace {
    let folder: SourceNode
    let name: FileName
    /// The name on the mount leads here, though the source has the object under another name or in another folder.
    var isElsewhere = false
}

/// What a name of the mount leads to, and where the source has that.
struct NamedObject {
    /// Known if the kernel or the model knows it.
    let node: NodeID?
    let status: FileStatus
    let place: SourcePlace
}

extension ProviderServer {
    /// What a name leads to now, for a caller who wants to change it.
    /// - Throws: `Errno`: `ENOENT`; `EBUSY` for a folder that only a rule has made.
    func object(_ name: FileName, in folder: NodeID) throws(Errno) -> NamedObject {
        switch overlay.isEmpty ? nil : overlay.entry(Array(name.bytes), in: folder) {
        case .hidden: throw .noSuchFile
        case .node(let node):
            guard let source = nodes.source(of: node), let parent = source.parent else { throw .busy }
            return NamedObject(
                node: node, status: try self.source.status(of: source),
                place: SourcePlace(folder: parent, name: source.name, isElsewhere: true))
        case nil:
            guard let parent = nodes.source(of: folder) else { throw .noSuchFile }
            let status = try source.lookup(name, in: parent)
            return NamedObject(
                node: nodes.node(for: status), status: status, place: SourcePlace(folder: parent, name: name))
        }
    }

    /// Where the source is to get something that a caller makes under a name.
    ///
    /// A rule may have hidden what the source has there. The rule's doing never touches the source, so neither may the
    /// caller's: the new object gets another name in the source, and the mount shows it under the wanted one.
    /// - Throws: `Errno`: `EEXIST` if the name is taken on the mount.
    func vacancy(_ name: FileName, in folder: NodeID) throws(Errno) -> SourcePlace {
        let parent = try sourceFolder(folder)
        let entry = overlay.isEmpty ? nil : overlay.entry(Array(name.bytes), in: folder)
        if case .node = entry { throw .fileExists }
        guard case .hidden = entry else { return SourcePlace(folder: parent, name: name) }
        guard (try? source.lookup(name, in: parent)) != nil else {
            overlay.clear(Array(name.bytes), in: folder)
            return SourcePlace(folder: parent, name: name)
        }
        return SourcePlace(folder: parent, name: standInName(for: name, in: parent), isElsewhere: true)
    }

    private func standInName(for name: FileName, in parent: SourceNode) -> FileName {
        var number = 1
        while true {
            let candidate = FileName(".fpsim-\(number)-" + String(name.string.prefix(100)))
            if (try? source.lookup(candidate, in: parent)) == nil { return candidate }
            number += 1
        }
    }

    /// The folder in the source. One that only a rule has made is made there too, now that a caller puts something in.
    private func sourceFolder(_ folder: NodeID) throws(Errno) -> SourceNode {
        if let known = nodes.source(of: folder) { return known }
        guard !keepsVersions(folder) else { throw .readOnlyFileSystem }
        let name = nodes.name(of: folder)
        let parent = try sourceFolder(nodes.parent(of: folder))
        let free = (try? source.lookup(name, in: parent)) == nil ? name : standInName(for: name, in: parent)
        let maker = Maker(userID: SystemUser.effective, groupID: SystemUser.effectiveGroup, umask: 0o022)
        let status = try source.makeDirectory(free, in: parent, permissions: 0o755, by: maker)
        let made = SourceNode(status, name: free, in: parent)
        nodes.attach(made, to: folder)
        if free != name { overlay.hide(Array(free.bytes), in: nodes.parent(of: folder)) }
        return made
    }

    /// The node of something that was just made or moved to a place in the source.
    func adopt(_ status: FileStatus, at place: SourcePlace, as name: FileName, in folder: NodeID) -> NodeID {
        guard place.isElsewhere else { return nodes.node(for: status, name: name, in: folder) }
        let node = nodes.node(for: status, name: place.name, in: folder)
        nodes.pin(node)
        nodes.relocate(node, name: name, parent: folder)
        overlay.hide(Array(place.name.bytes), in: folder)
        overlay.add(Array(name.bytes), in: folder, node: node)
        return node
    }

    /// The mount no longer has a name of its own: what a rule had hidden under it in the source stays hidden.
    func uncover(_ name: FileName, in folder: NodeID) {
        let isInSource = nodes.source(of: folder).map { (try? source.lookup(name, in: $0)) != nil } ?? false
        overlay.remove(Array(name.bytes), in: folder, existsInSource: isInSource)
    }

    /// After a name went: the mount no longer has it, and the model knows nothing about an object that is gone.
    func lostName(_ name: FileName, in folder: NodeID, _ object: NamedObject) {
        if object.place.isElsewhere { uncover(name, in: folder) }
        guard let node = object.node, object.status.linkCount <= 1 || object.status.isDirectory else { return }
        nodes.sourceIsGone(node)
    }
}
