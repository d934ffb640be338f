import Glibc

/// What a tree should hold, and which error each operation should give (by the order in which Linux checks).
final class TreeModel {
    final class Node {
        enum Kind { case file, folder, link }

        let kind: Kind
        var mode: UInt32
        var content: [UInt8] = []
        var children: [String: Node] = [:]
        var names = 1

        init(_ kind: Kind, mode: UInt32) {
            self.kind = kind
            self.mode = mode
        }

        /// The link count as stat gives it. A folder counts itself and its subfolders.
        var links: Int { kind == .folder ? 2 + children.values.count { $0.kind == .folder } : names }
    }

    typealias Path = TreeOperation.Path

    let root = Node(.folder, mode: 0o755)

    /// The folder that holds the path's last name. Symbolic links all lead nowhere.
    private func parent(_ path: Path) throws(ModelError) -> Node {
        var node = root
        for name in path.names.dropLast() {
            guard let next = node.children[name] else { throw ModelError(ENOENT) }
            switch next.kind {
            case .folder: node = next
            case .file: throw ModelError(ENOTDIR)
            case .link: throw ModelError(ENOENT)
            }
        }
        return node
    }

    func node(_ path: Path) throws(ModelError) -> Node {
        guard let node = try parent(path).children[path.names.last!] else { throw ModelError(ENOENT) }
        return node
    }

    private func newPlace(_ path: Path) throws(ModelError) -> Node {
        let folder = try parent(path)
        guard folder.children[path.names.last!] == nil else { throw ModelError(EEXIST) }
        return folder
    }

    func add(_ kind: Node.Kind, _ path: Path, mode: UInt32) throws(ModelError) {
        try newPlace(path).children[path.names.last!] = Node(kind, mode: mode)
    }

    /// As open(2) with O_CREAT.
    func create(_ path: Path, exclusive: Bool) throws(ModelError) {
        let folder = try parent(path)
        guard let there = folder.children[path.names.last!] else {
            folder.children[path.names.last!] = Node(.file, mode: 0o644)
            return
        }
        if exclusive { throw ModelError(EEXIST) }
        switch there.kind {
        case .file: break
        case .folder: throw ModelError(EISDIR)
        case .link: throw ModelError(ENOENT)
        }
    }

    /// As open(2) for reading and writing.
    func file(_ path: Path) throws(ModelError) -> Node {
        let node = try node(path)
        switch node.kind {
        case .file: return node
        case .folder: throw ModelError(EISDIR)
        case .link: throw ModelError(ENOENT)
        }
    }

    func unlink(_ path: Path) throws(ModelError) {
        let folder = try parent(path)
        let node = try node(path)
        if node.kind == .folder { throw ModelError(EISDIR) }
        node.names -= 1
        folder.children[path.names.last!] = nil
    }

    func rmdir(_ path: Path) throws(ModelError) {
        let node = try node(path)
        guard node.kind == .folder else { throw ModelError(ENOTDIR) }
        guard node.children.isEmpty else { throw ModelError(ENOTEMPTY) }
        try parent(path).children[path.names.last!] = nil
    }

    func link(_ old: Path, _ new: Path) throws(ModelError) {
        let node = try node(old)
        let folder = try newPlace(new)
        if node.kind == .folder { throw ModelError(EPERM) }
        node.names += 1
        folder.children[new.names.last!] = node
    }

    func rename(_ old: Path, _ new: Path, _ mode: TreeOperation.RenameMode) throws(ModelError) {
        let (from, to) = (try parent(old), try parent(new))
        guard let node = from.children[old.names.last!] else { throw ModelError(ENOENT) }
        let target = to.children[new.names.last!]
        if mode == .noReplace, target != nil { throw ModelError(EEXIST) }
        if mode == .exchange, target == nil { throw ModelError(ENOENT) }
        if contains(node, to) { throw ModelError(EINVAL) }
        if let target, contains(target, from) { throw ModelError(mode == .exchange ? EINVAL : ENOTEMPTY) }
        if node === target { return }
        if mode == .exchange {
            from.children[old.names.last!] = target
            to.children[new.names.last!] = node
            return
        }
        if let target {
            if node.kind == .folder, target.kind != .folder { throw ModelError(ENOTDIR) }
            if node.kind != .folder, target.kind == .folder { throw ModelError(EISDIR) }
            if !target.children.isEmpty { throw ModelError(ENOTEMPTY) }
            target.names -= 1
        }
        from.children[old.names.last!] = nil
        to.children[new.names.last!] = node
    }

    private func contains(_ outer: Node, _ inner: Node) -> Bool {
        outer === inner || outer.children.values.contains { contains($0, inner) }
    }
}

/// The error that the model expects.
struct ModelError: Error {
    let number: CInt
    init(_ number: CInt) { self.number = number }
}
