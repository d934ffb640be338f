extension ClaimArbiter {
    /// Looks for claims that wait for each other through `start`, which waits. Where one of them waits only because
    /// the other came first, it overtakes: no rule demands that wait. What is left is a real deadlock.
    ///
    /// A waiting claim waits for its blockers; a held claim for the requests that were made within it.
    /// - Parameter freed: receives the claims that have nothing in their way now.
    /// - Returns: the claims of a cycle that the rules demand, or nil.
    mutating func resolveDeadlock(from start: ClaimID, freed: inout Set<ClaimID>) -> [ClaimID]? {
        var flipped: Set<[ClaimID]> = []
        while let cycle = cycle(through: start) {
            let pairs = zip(cycle, cycle.dropFirst() + [cycle[0]])
            let courtesy = pairs.first { waiter, blocker in
                claims[waiter]!.blockers.contains(blocker) && claims[blocker]!.phase == .waiting
                    && !flipped.contains([blocker, waiter])
            }
            guard let (waiter, blocker) = courtesy else { return cycle }
            flipped.insert([waiter, blocker])
            claims[waiter]!.blockers.remove(blocker)
            blocked[blocker]?.remove(waiter)
            block(blocker, by: waiter)
            if claims[waiter]!.blockers.isEmpty { freed.insert(waiter) }
        }
        return nil
    }

    /// A path from `start` back to itself, in the order of waiting.
    private func cycle(through start: ClaimID) -> [ClaimID]? {
        // Only a request within a held claim can close a circle, so most calls end here.
        guard let request = claims[start]?.request, !request.within.isEmpty, !claims[start]!.blockers.isEmpty else {
            return nil
        }
        var visited: Set<ClaimID> = [start]
        var path = [start]
        return search(from: start, to: start, path: &path, visited: &visited) ? path : nil
    }

    private func search(
        from here: ClaimID, to goal: ClaimID, path: inout [ClaimID], visited: inout Set<ClaimID>
    ) -> Bool {
        let next = (claims[here]?.blockers ?? []).union(nested[here] ?? [])
        if here != goal || path.count > 1, next.contains(goal) { return true }
        for id in next.sorted(by: { $0.rawValue < $1.rawValue }) where visited.insert(id).inserted {
            path.append(id)
            if search(from: id, to: goal, path: &path, visited: &visited) { return true }
            path.removeLast()
        }
        return false
    }
}
