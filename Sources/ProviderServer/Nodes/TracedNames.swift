import FUSE
import SystemIO
import Trace

/// How the trace calls an item. Making the texts costs more than writing them, and most calls are about an item that
/// was called just before, or about a name in such a folder.
final class TracedNames {
    let node: NodeID
    let path: String
    let item: String
    /// The line's part.
    let piece: TracePiece

    init(_ node: NodeID, in nodes: borrowing NodeTable) {
        self.node = node
        path = nodes.pathText(of: node)
        item = nodes.identifier(of: node).description
        piece = .subject(item: item, path: path)
    }
}

/// The names of the items that were called last, for as long as they are right.
struct TracedNamesCache {
    private struct Slot {
        /// The table's count of changed names when this was made.
        var version: UInt64
        var names: TracedNames
    }

    private static let size = 4096
    private var slots = [Slot?](repeating: nil, count: size)

    mutating func names(of node: NodeID, in nodes: borrowing NodeTable) -> TracedNames {
        let place = Int(truncatingIfNeeded: node.rawValue) & (Self.size - 1)
        if let slot = slots[place], slot.names.node == node, slot.version == nodes.namesVersion { return slot.names }
        let made = TracedNames(node, in: nodes)
        slots[place] = Slot(version: nodes.namesVersion, names: made)
        return made
    }
}
