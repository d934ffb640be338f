/// What moves, deletions and replacements of rules made of the tree, over a source that they never modify.
///
/// `Node` is what the mount calls an item: a name in a folder of the source is hidden, or a name that the source
/// doesn't have leads to a node.
package struct NamespaceOverlay<Node: Hashable & Sendable>: Sendable {
    package typealias Name = [UInt8]

    package enum Entry: Hashable, Sendable {
        /// The source has the name, and the provider doesn't.
        case hidden
        /// The name leads to this node, whatever the source has there.
        case node(Node)
    }

    private var folders: [Node: [Name: Entry]] = [:]
    /// Names that can be looked up and aren't listed.
    private var unlisted: [Node: Set<Name>] = [:]

    package init() {}

    package var isEmpty: Bool { folders.isEmpty }

    /// Whether the folder looks other than its source. Cheap: it is asked at every lookup.
    package func touches(_ folder: Node) -> Bool { folders[folder] != nil }

    /// What the overlay says about a name, or nil if the source decides.
    package func entry(_ name: Name, in folder: Node) -> Entry? { folders[folder]?[name] }

    /// The names that the overlay adds to a folder's listing.
    package func additions(in folder: Node) -> [(name: Name, node: Node)] {
        guard let entries = folders[folder] else { return [] }
        return entries.compactMap { name, entry in
            guard unlisted.isEmpty || unlisted[folder]?.contains(name) != true else { return nil }
            return if case .node(let node) = entry { (name, node) } else { nil }
        }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// Whether a listing of the source must leave this name out: it is hidden, or added with another meaning.
    package func masks(_ name: Name, in folder: Node) -> Bool { folders[folder]?[name] != nil }

    package mutating func hide(_ name: Name, in folder: Node) {
        folders[folder, default: [:]][name] = .hidden
    }

    package mutating func add(_ name: Name, in folder: Node, node: Node) {
        folders[folder, default: [:]][name] = .node(node)
    }

    /// Adds a name that a listing leaves out, as a volume's own folders are.
    package mutating func addUnlisted(_ name: Name, in folder: Node, node: Node) {
        add(name, in: folder, node: node)
        unlisted[folder, default: []].insert(name)
    }

    /// Takes a name away: a name of the source is hidden, one that was only added is gone.
    package mutating func remove(_ name: Name, in folder: Node, existsInSource: Bool) {
        folders[folder, default: [:]][name] = existsInSource ? .hidden : nil
        if folders[folder]?.isEmpty == true { folders[folder] = nil }
    }

    /// Lets the source decide again, for when a caller makes something new under a name that was hidden.
    package mutating func clear(_ name: Name, in folder: Node) {
        folders[folder]?[name] = nil
        if folders[folder]?.isEmpty == true { folders[folder] = nil }
    }
}
