/// Where an item is, as the arbiter compares it: names as bytes, joined by slashes, without a leading one.
package struct ItemPath: Hashable, Sendable {
    package let bytes: [UInt8]

    private static let slash = UInt8(ascii: "/")

    /// Leaves out empty names and `.`; the caller has resolved `..` and symbolic links.
    package init(bytes: some Collection<UInt8>) {
        if Self.isNormal(bytes) {
            self.bytes = Array(bytes)
        } else {
            let names = bytes.split(separator: Self.slash).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
            self.bytes = Array(names.joined(separator: [Self.slash]))
        }
    }

    package init(_ string: String) {
        self.init(bytes: Array(string.utf8))
    }

    private static func isNormal(_ bytes: some Collection<UInt8>) -> Bool {
        var previous = slash
        for byte in bytes {
            if previous == slash, byte == slash || byte == UInt8(ascii: ".") { return false }
            previous = byte
        }
        return bytes.isEmpty || previous != slash
    }

    package var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The folders above, nearest first, without the root.
    package var ancestors: [ItemPath] {
        var result: [ItemPath] = []
        var end = bytes.count
        while let cut = bytes[..<end].lastIndex(of: Self.slash) {
            result.append(ItemPath(exactly: bytes[..<cut]))
            end = cut
        }
        return result
    }

    /// Whether this is a folder above `other`. The root is above everything else.
    package func isAncestor(of other: ItemPath) -> Bool {
        if bytes.isEmpty { return !other.bytes.isEmpty }
        return other.bytes.count > bytes.count && other.bytes[bytes.count] == Self.slash
            && other.bytes.starts(with: bytes)
    }

    /// Where this path is after `from` became `to`: the same path, unless it is `from` or below it.
    package func moved(from: ItemPath, to: ItemPath) -> ItemPath {
        if self == from { return to }
        guard from.isAncestor(of: self), !from.bytes.isEmpty else { return self }
        return ItemPath(exactly: to.bytes + bytes[from.bytes.count...])
    }

    /// The outermost package that contains this item, or the item itself: a package counts as one file
    /// (file-access-semantics b3).
    package var unit: ItemPath {
        var start = 0
        while let cut = bytes[start...].firstIndex(of: Self.slash) {
            if PackageNames.isPackage(bytes[start..<cut]) { return ItemPath(exactly: bytes[..<cut]) }
            start = cut + 1
        }
        return self
    }

    private init(exactly bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }
}

extension ItemPath: CustomStringConvertible, ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}
