extension ClaimArbiter {
    /// Looks for claims that wait for each other through `start`, which waits. Where one of them waits only because
    /// the other came first, it overtakes: no rule demands that wait. What is left is a real deadlock.
    ///
    /// A waiting claim waits for its blockers; a held claim for the requests that were made within it. Waits for
    /// claims that hold, and waits of a holder for what is nested in it, are demanded; waits between two claims that
    /// both wait are a courtesy, whose direction is free. So as long as the demanded waits form no circle there is an
    /// order of all claims that follows them, and courtesies that all follow that order form none either.
    /// - Parameter freed: receives the claims that have nothing in their way now.
    /// - Returns: the claims of a cycle that the rules demand, or nil.
    mutating func resolveDeadlock(from start: ClaimID, freed: inout Set<ClaimID>) -> [ClaimID]? {
        // Without requests from within claims every wait leads towards the front, so most calls end here.
        guard !nested.isEmpty, let claim = claims[start], claim.phase == .waiting, blocker(of: claim) != nil,
            cycle(through: start, along: waits) != nil
        else { return nil }
        if let demanded = cycle(through: start, along: demandedWaits) { return demanded }
        followOrder()
        freed.formUnion(takeAllWatchers())
        return nil
    }

    /// Turns every courtesy that runs against the order.
    private mutating func followOrder() {
        let positions = positionsInOrder()
        let waiting = claims.values.filter { $0.phase == .waiting }
        for claim in waiting { index.remove(claim) }
        for var claim in waiting {
            claim.rank = positions[claim.request.id]!
            claims[claim.request.id] = claim
            index.insert(claim)
        }
    }

    /// The order of waiting, but each claim behind all that it has to wait for.
    private func positionsInOrder() -> [ClaimID: Int] {
        var positions: [ClaimID: Int] = [:]
        var seen: Set<ClaimID> = []
        func visit(_ id: ClaimID) {
            guard seen.insert(id).inserted else { return }
            demandedWaits(of: id).sorted { claims[$0]!.rank < claims[$1]!.rank }.forEach(visit)
            positions[id] = positions.count
        }
        claims.values.sorted { $0.rank < $1.rank }.forEach { visit($0.request.id) }
        return positions
    }

    /// All that a claim waits for.
    private func waits(of id: ClaimID) -> Set<ClaimID> {
        let blockers: Set<ClaimID> = claims[id].map { $0.phase == .granted ? [] : self.blockers(of: $0) } ?? []
        return blockers.union(nested[id] ?? [])
    }

    /// What the rules make it wait for.
    private func demandedWaits(of id: ClaimID) -> Set<ClaimID> {
        waits(of: id).filter {
            claims[$0] != nil && (claims[$0]!.phase != .waiting || nested[id]?.contains($0) == true)
        }
    }

    /// A path from `start` back to itself, in the order of waiting.
    private func cycle(through start: ClaimID, along waits: (ClaimID) -> Set<ClaimID>) -> [ClaimID]? {
        var visited: Set<ClaimID> = [start]
        // The way here, with what is left to try at each step: thousands may wait in a row, too many for a recursion.
        var path: [(id: ClaimID, rest: [ClaimID])] = []
        func step(to id: ClaimID) -> Bool {
            let next = waits(id)
            path.append((id, next.sorted { $0.rawValue > $1.rawValue }))
            return next.contains(start)
        }
        if step(to: start) { return [start] }
        while let here = path.last {
            guard let next = here.rest.last else {
                path.removeLast()
                continue
            }
            path[path.count - 1].rest.removeLast()
            if visited.insert(next).inserted, step(to: next) { return path.map(\.id) }
        }
        return nil
    }
}
