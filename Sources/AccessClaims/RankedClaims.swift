/// Claims that wait, in the order of their ranks. Most come in at the end and go from the front, and what is asked for
/// most is the last before another, so a sorted array does, in which those that are gone leave a gap for a while.
struct RankedClaims: Sendable {
    private struct Entry: Sendable {
        let rank: Int
        /// nil for a gap.
        var id: ClaimID?
    }

    private var entries: [Entry] = []
    private var gaps = 0

    var isEmpty: Bool { entries.count == gaps }

    mutating func insert(_ id: ClaimID, rank: Int) {
        let entry = Entry(rank: rank, id: id)
        if let last = entries.last, last.rank >= rank {
            entries.insert(entry, at: place(of: rank))
        } else {
            entries.append(entry)
        }
    }

    mutating func remove(rank: Int) {
        let place = place(of: rank)
        guard place < entries.count, entries[place].rank == rank, entries[place].id != nil else { return }
        entries[place].id = nil
        gaps += 1
        if gaps * 2 > entries.count {
            entries.removeAll { $0.id == nil }
            gaps = 0
        }
    }

    /// The last of those before a rank that meets the condition.
    func last(before rank: Int, where isMeant: (ClaimID) -> Bool) -> (id: ClaimID, rank: Int)? {
        for entry in entries[..<place(of: rank)].reversed() {
            if let id = entry.id, isMeant(id) { return (id, entry.rank) }
        }
        return nil
    }

    func forEach(before rank: Int = .max, _ body: (ClaimID) -> Void) {
        for entry in entries[..<place(of: rank)] {
            if let id = entry.id { body(id) }
        }
    }

    /// Where the first entry of this rank or a higher one is.
    private func place(of rank: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
