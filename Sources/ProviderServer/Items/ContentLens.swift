import FaultInjection
import ProviderModel

/// What a rule does to bytes on their way to a reader. Offsets are in the content's own.
struct ContentLens {
    enum Kind {
        /// The content ends here.
        case end(at: Int64)
        case zeros(Range<Int64>)
        /// These bytes are flipped.
        case corrupt(Set<Int64>)
        /// So many bytes of whatever is read are flipped.
        case corruptRead(count: Int, from: Int64, roll: UInt64)
        /// From here on the bytes are those of a newer version.
        case newer(from: Int64)
        /// The bytes are those of an older version.
        case older
    }

    var kind: Kind
    var rule: String

    /// The content's end, if this lens moves it.
    func end(of size: Int64) -> Int64 {
        if case .end(let at) = kind { min(at, size) } else { size }
    }

    /// Changes bytes that begin at `offset`.
    func apply(to bytes: inout [UInt8], at offset: Int64, source: SourceVersions) {
        let end = offset + Int64(bytes.count)
        switch kind {
        case .end:
            break
        case .zeros(let range):
            let part = range.clamped(to: offset..<end)
            for place in part { bytes[Int(place - offset)] = 0 }
        case .corrupt(let places):
            for place in places where place >= offset && place < end { flip(&bytes[Int(place - offset)], place) }
        case .corruptRead(let count, let from, let roll):
            let start = max(offset, from)
            guard end > start else { return }
            for index in 0..<min(count, Int(end - start)) {
                var hash = StableHash(seed: roll)
                hash.combine(UInt64(index))
                let place = start + Int64(hash.value % UInt64(end - start))
                flip(&bytes[Int(place - offset)], place)
            }
        case .newer(let from):
            for place in max(offset, from)..<max(end, from) {
                bytes[Int(place - offset)] = source.newerByte(bytes[Int(place - offset)], at: place)
            }
        case .older:
            for index in bytes.indices {
                bytes[index] = source.olderByte(bytes[index], at: offset + Int64(index))
            }
        }
    }

    private func flip(_ byte: inout UInt8, _ place: Int64) {
        byte ^= UInt8(truncatingIfNeeded: 1 + (place &* 37) % 254)
    }
}

/// How the bytes of versions that the source doesn't have are made of those that it has.
struct SourceVersions {
    /// Letters change case and digits change: the text stays text, and the bytes differ in most places.
    func newerByte(_ byte: UInt8, at offset: Int64) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "8"): byte + 1
        case UInt8(ascii: "9"): UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): byte ^ 0x20
        default: byte
        }
    }

    func olderByte(_ byte: UInt8, at offset: Int64) -> UInt8 {
        switch byte {
        case UInt8(ascii: "1")...UInt8(ascii: "9"): byte - 1
        case UInt8(ascii: "0"): UInt8(ascii: "9")
        default: byte
        }
    }
}
