/// Seeds of a random test: two that are always the same, and one that is new each time (a failure prints it).
enum RandomSeeds {
    static let some: [UInt64] = [1, 2, UInt64.random(in: 3...999_999)]
}
