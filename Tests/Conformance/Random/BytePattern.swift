/// Bytes to write: cut from one long pattern at a place that the salt gives, so that a block that lands at a wrong
/// offset, or an older block, is told from the right one.
enum BytePattern {
    private static let pattern: [UInt8] = {
        var generator = SeededGenerator(seed: 1)
        return (0..<131_072).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 13) | 1 }
    }()

    /// At most 65,536 bytes, none of them zero.
    static func bytes(_ length: Int, salt: UInt8) -> [UInt8] {
        let start = Int(salt) * 251
        return Array(pattern[start..<(start + length)])
    }
}
