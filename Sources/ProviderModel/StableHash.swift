/// A hash that is the same in every process, unlike `Hasher`: decisions and identifiers rest on it.
///
/// Bytes go through FNV-1a; the final mix is that of SplitMix64, so that every bit of the value is usable.
package struct StableHash: Sendable {
    private var state: UInt64

    package init(seed: UInt64 = 0) {
        state = 0xcbf2_9ce4_8422_2325 ^ StableHash.mix(seed)
    }

    package mutating func combine(_ value: UInt64) {
        state = StableHash.mix(state ^ value) &* 0x0000_0100_0000_01b3
    }

    /// Its length goes in too, so that two texts in a row can't be told apart wrongly.
    package mutating func combine(_ text: String) {
        combine(bytes: text.utf8)
    }

    /// As the text of these bytes, where they are UTF-8.
    package mutating func combine(bytes: some Sequence<UInt8>) {
        var count: UInt64 = 0
        for byte in bytes {
            state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            count += 1
        }
        combine(count)
    }

    package var value: UInt64 { StableHash.mix(state) }

    private static func mix(_ input: UInt64) -> UInt64 {
        var value = input &+ 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
