import ProviderModel

/// Random numbers that repeat: SplitMix64, seeded by what they are for. No generator is shared between trials, so
/// neither threads nor shards can change what a trial is.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64, trial: Int, purpose: String = "") {
        var hash = StableHash(seed: seed)
        hash.combine(UInt64(trial))
        hash.combine(purpose)
        state = hash.value
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Odds are whole numbers: one in so many.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    mutating func pick(from range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// An element by its weight.
    mutating func pick<Element>(_ elements: [Element], weight: (Element) -> Int) -> Element {
        var rest = Int.random(in: 0..<elements.reduce(0) { $0 + weight($1) }, using: &self)
        for element in elements {
            rest -= weight(element)
            if rest < 0 { return element }
        }
        return elements[elements.count - 1]
    }
}
