/// What names an item for as long as it lives: it survives renames and moves.
///
/// It derives from the path that the item had first, so that the same tree gives the same identifiers in every
/// run, and decisions that hash them repeat.
package struct ItemIdentifier: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The identifier of the item that was first seen at `path`, relative to the mount's root.
    /// - Parameter incarnation: 0 for the first item at that path, 1 for another that took its place, and so on.
    package init(firstPath path: String, incarnation: Int = 0) {
        var hash = StableHash()
        hash.combine(path)
        if incarnation > 0 { hash.combine(UInt64(incarnation)) }
        self.init(rawValue: hash.value)
    }

    /// The same by the path's bytes: names that aren't UTF-8 differ, though their texts may not.
    package init(firstPath path: [UInt8]) {
        var hash = StableHash()
        hash.combine(bytes: path)
        self.init(rawValue: hash.value)
    }
}

extension ItemIdentifier: CustomStringConvertible {
    /// Sixteen hexadecimal digits.
    package var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
