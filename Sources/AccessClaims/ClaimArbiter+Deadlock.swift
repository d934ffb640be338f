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
        // What nothing waits for yet closes no circle, so most calls end here.
        guard let claim = claims[start], !claim.blockers.isEmpty,
            !claim.request.within.isEmpty || blocked[start] != nil,
            cycle(through: start, along: waits) != nil
        else { return nil }
        if let demanded = cycle(through: start, along: demandedWaits) { return demanded }
        followOrder(freed: &freed)
        return nil
    }

    /// Turns every courtesy that runs against the order.
    private mutating func followOrder(freed: inout Set<ClaimID>) {
        let positions = positionsInOrder()
        for (waiter, claim) in claims where claim.phase == .waiting {
            for blocker in claim.blockers where claims[blocker]?.phase == .waiting {
                guard positions[blocker]! > positions[waiter]! else { continue }
                claims[waiter]!.blockers.remove(blocker)
                blocked[blocker]?.remove(waiter)
                block(blocker, by: waiter)
            }
        }
        freed.formUnion(claims.values.filter { $0.phase == .waiting && $0.blockers.isEmpty }.map(\.request.id))
    }

    /// The order of arrival, but each claim behind all that it has to wait for.
    private func positionsInOrder() -> [ClaimID: Int] {
        var positions: [ClaimID: Int] = [:]
        var seen: Set<ClaimID> = []
        func visit(_ id: ClaimID) {
            guard seen.insert(id).inserted else { return }
            demandedWaits(of: id).sorted { claims[$0]!.sequence < claims[$1]!.sequence }.forEach(visit)
            positions[id] = positions.count
        }
        claims.values.sorted { $0.sequence < $1.sequence }.forEach { visit($0.request.id) }
        return positions
    }

    /// All that a claim waits for.
    private func waits(of id: ClaimID) -> Set<ClaimID> {
        (claims[id]?.blockers ?? []).union(nested[id] ?? [])
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
        var path = [start]
        func search(from here: ClaimID) -> Bool {
            let next = waits(here)
            if next.contains(start) { return true }
            for id in next.sorted(by: { $0.rawValue < $1.rawValue }) where visited.insert(id).inserted {
                path.append(id)
                if search(from: id) { return true }
                path.removeLast()
            }
            return false
        }
        return search(from: start) ? path : nil
    }
}
