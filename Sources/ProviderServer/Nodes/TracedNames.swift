import FUSE

/// How the trace calls an item. Making the texts costs more than writing them, and most calls are about an item that
/// was called just before.
struct TracedNames {
    let node: NodeID
    let path: String
    let item: String
}

/// The names of the items that were called last, for as long as they are right.
struct TracedNamesCache {
    private var version: UInt64 = 0
    private var slots = [TracedNames?](repeating: nil, count: 256)

    mutating func names(of node: NodeID, in nodes: borrowing NodeTable) -> TracedNames {
        if version != nodes.namesVersion {
            version = nodes.namesVersion
            for slot in slots.indices { slots[slot] = nil }
        }
        let slot = Int(truncatingIfNeeded: node.rawValue & 255)
        if let known = slots[slot], known.node == node { return known }
        let made = TracedNames(
            node: node, path: nodes.pathText(of: node), item: nodes.identifier(of: node).description)
        slots[slot] = made
        return made
    }
}
