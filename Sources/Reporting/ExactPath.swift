/// A path that is equal to another only byte by byte: a `String` is also equal to one of another normalization, which
/// is another file.
package struct ExactPath: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactPath, right: ExactPath) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension String {
    /// Whether both are the same file's path, byte by byte.
    package func isPath(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether files of both paths can't be: they are one, or one would be in the other.
    package func isInTheWay(of other: String) -> Bool {
        isPath(other) || isPath(beneath: other) || other.isPath(beneath: self)
    }

    /// Whether the item is in the folder, or deeper.
    package func isPath(beneath folder: String) -> Bool {
        let (path, folder) = (utf8, folder.utf8)
        return path.count > folder.count + 1 && path.starts(with: folder)
            && path.dropFirst(folder.count).first == UInt8(ascii: "/")
    }
}
