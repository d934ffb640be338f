/// Text of two or four bytes a unit, as the mark at its beginning says.
struct WideText {
    let width: Int
    private let isBigEndian: Bool
    private let bytes: UnsafeRawBufferPointer

    /// - Returns: nil without a mark.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // The first one begins as that of UTF-16 does.
        let marks: [([UInt8], Int, Bool)] = [
            ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE], 2, false),
            ([0xFE, 0xFF], 2, true),
        ]
        guard let (_, width, isBigEndian) = marks.first(where: { bytes.starts(with: $0.0) }) else { return nil }
        self.width = width
        self.isBigEndian = isBigEndian
        self.bytes = bytes
    }

    /// Whether each unit is one of a character, and none is zero, as those of a hole in a file are.
    /// - Parameter isWhole: whether these are all bytes, so that none of the last character is missing.
    func isText(isWhole: Bool) -> Bool {
        guard bytes.count % width == 0 || !isWhole else { return false }
        var awaitsLow = false
        for offset in stride(from: 0, through: bytes.count - width, by: width) {
            let unit = unit(at: offset)
            switch unit {
            case 0: return false
            case 0xDC00...0xDFFF where width == 2 && awaitsLow: awaitsLow = false
            case _ where awaitsLow: return false
            case 0xD800...0xDBFF where width == 2: awaitsLow = true
            case 0xD800...0xDFFF, 0x11_0000...: return false
            default: break
            }
        }
        return !awaitsLow || !isWhole
    }

    private func unit(at offset: Int) -> UInt32 {
        guard width == 4 else {
            let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            return UInt32(isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
        }
        let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: unit) : UInt32(littleEndian: unit)
    }
}
