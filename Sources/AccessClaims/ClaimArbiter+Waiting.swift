/// Who waits for whom. A claim waits for all that conflict with it and hold, or wait ahead of it; but it is enough to
/// watch one of those: when that one ends, another is looked for, and there is none when the claim can go on. So a
/// thousand who wait for one item cost a thousand steps, and not half a million.
extension ClaimArbiter {
    /// One that stands in the claim's way: the last of those who wait ahead of it, or else any that holds.
    func blocker(of claim: Claim) -> ClaimID? {
        if claim.phase == .waiting {
            let ahead = index.first(near: claim.request) { unit, readersMatter in
                unit.lastWaiter(before: claim.rank, readersMatter: readersMatter) { conflicts($0, with: claim) }
            }
            if let ahead { return ahead }
        }
        return index.first(near: claim.request) { unit, readersMatter in
            unit.holder(readersMatter: readersMatter) { holds($0, against: claim) }
        }
    }

    /// All that stand in the claim's way.
    func blockers(of claim: Claim) -> Set<ClaimID> {
        var found: Set<ClaimID> = []
        _ = index.first(near: claim.request) { unit, readersMatter -> Never? in
            if claim.phase == .waiting {
                let take: (ClaimID) -> Void = { if conflicts($0, with: claim) { found.insert($0) } }
                unit.waitingWriters.forEach(before: claim.rank, take)
                if readersMatter { unit.waitingReaders.forEach(before: claim.rank, take) }
            }
            let holders = readersMatter ? unit.holdingWriters.union(unit.holdingReaders) : unit.holdingWriters
            found.formUnion(holders.filter { holds($0, against: claim) })
            return nil
        }
        return found
    }

    private func conflicts(_ other: ClaimID, with claim: Claim) -> Bool {
        other != claim.request.id && claims[other]!.request.conflicts(with: claim.request)
    }

    /// Whether one that nothing stands in the way of stands in this one's.
    private func holds(_ id: ClaimID, against claim: Claim) -> Bool {
        guard conflicts(id, with: claim) else { return false }
        let other = claims[id]!
        guard other.phase == .asking else { return true }
        // A presenter that is being asked to save may use the item for it; and those who asked it wait until it has.
        return claim.phase == .waiting
            ? !other.askedPurposes.contains(claim.request.purpose) : other.sequence > claim.sequence
    }

    mutating func watch(_ blocker: ClaimID, by id: ClaimID) {
        claims[id]!.watched = blocker
        watchers[blocker, default: []].insert(id)
    }

    mutating func stopWatching(_ id: ClaimID) {
        guard let watched = claims[id]?.watched else { return }
        claims[id]!.watched = nil
        watchers[watched]?.remove(id)
        if watchers[watched]?.isEmpty == true { watchers[watched] = nil }
    }

    /// The claim has ended, or its turn is another: those who watched it must look again.
    mutating func takeWatchers(of id: ClaimID) -> Set<ClaimID> {
        let freed = watchers.removeValue(forKey: id) ?? []
        for watcher in freed { claims[watcher]?.watched = nil }
        return freed
    }

    /// Nobody is sure of its place any more: all must look again.
    mutating func takeAllWatchers() -> Set<ClaimID> {
        var freed: Set<ClaimID> = []
        for id in Array(watchers.keys) { freed.formUnion(takeWatchers(of: id)) }
        return freed
    }
}
