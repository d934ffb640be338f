/// Who claims what is at and about a path: looked up for each request instead of asking all claims whether they
/// conflict.
struct ClaimIndex: Sendable {
    /// The claims of one unit.
    struct Unit: Sendable {
        /// Those that nothing stands in the way of, granted or asking presenters.
        var holdingReaders: Set<ClaimID> = []
        var holdingWriters: Set<ClaimID> = []
        var waitingReaders = RankedClaims()
        var waitingWriters = RankedClaims()

        var isEmpty: Bool {
            holdingReaders.isEmpty && holdingWriters.isEmpty && waitingReaders.isEmpty && waitingWriters.isEmpty
        }
    }

    private struct Place: Hashable {
        let path: ItemPath
        let mode: AccessMode
    }

    private var units: [ItemPath: Unit] = [:]
    /// The units with claims below each folder.
    private var unitsBelow: [ItemPath: Set<ItemPath>] = [:]

    func isClaimed(_ path: ItemPath) -> Bool { units[path.unit] != nil }

    mutating func insert(_ claim: ClaimArbiter.Claim) {
        for place in places(of: claim.request) {
            if units[place.path] == nil {
                for folder in Self.folders(above: place.path) { unitsBelow[folder, default: []].insert(place.path) }
            }
            units[place.path, default: Unit()].add(claim, place.mode)
        }
    }

    mutating func remove(_ claim: ClaimArbiter.Claim) {
        for place in places(of: claim.request) {
            units[place.path]?.remove(claim, place.mode)
            guard units[place.path]?.isEmpty == true else { continue }
            units[place.path] = nil
            for folder in Self.folders(above: place.path) {
                unitsBelow[folder]?.remove(place.path)
                if unitsBelow[folder]?.isEmpty == true { unitsBelow[folder] = nil }
            }
        }
    }

    /// Calls `body` with the units whose claims may conflict with a request: its own, those above, where structural
    /// writers may be, and those below where it is one itself; until `body` returns something.
    /// - Parameter body: gets whether readers matter there.
    func first<Result>(near request: ClaimRequest, _ body: (Unit, _ readersMatter: Bool) -> Result?) -> Result? {
        for intent in request.intents {
            let path = intent.unit
            if let unit = units[path], let result = body(unit, intent.mode == .writing) { return result }
            for folder in Self.folders(above: path) {
                if let unit = units[folder], let result = body(unit, false) { return result }
            }
            guard intent.isStructural, let below = unitsBelow[path] else { continue }
            for path in below {
                if let unit = units[path], let result = body(unit, true) { return result }
            }
        }
        return nil
    }

    private func places(of request: ClaimRequest) -> Set<Place> {
        Set(request.intents.map { Place(path: $0.unit, mode: $0.mode) })
    }

    /// The root among them.
    private static func folders(above path: ItemPath) -> [ItemPath] {
        path.bytes.isEmpty ? [] : path.ancestors + [ItemPath("")]
    }
}

extension ClaimIndex.Unit {
    fileprivate mutating func add(_ claim: ClaimArbiter.Claim, _ mode: AccessMode) {
        switch (mode, claim.phase) {
        case (.reading, .waiting): waitingReaders.insert(claim.request.id, rank: claim.rank)
        case (.writing, .waiting): waitingWriters.insert(claim.request.id, rank: claim.rank)
        case (.reading, _): holdingReaders.insert(claim.request.id)
        case (.writing, _): holdingWriters.insert(claim.request.id)
        }
    }

    fileprivate mutating func remove(_ claim: ClaimArbiter.Claim, _ mode: AccessMode) {
        switch (mode, claim.phase) {
        case (.reading, .waiting): waitingReaders.remove(rank: claim.rank)
        case (.writing, .waiting): waitingWriters.remove(rank: claim.rank)
        case (.reading, _): holdingReaders.remove(claim.request.id)
        case (.writing, _): holdingWriters.remove(claim.request.id)
        }
    }

    /// The last of those who wait ahead of a rank.
    func lastWaiter(before rank: Int, readersMatter: Bool, where isMeant: (ClaimID) -> Bool) -> ClaimID? {
        let writer = waitingWriters.last(before: rank, where: isMeant)
        guard readersMatter, let reader = waitingReaders.last(before: rank, where: isMeant) else { return writer?.id }
        guard let writer else { return reader.id }
        return writer.rank > reader.rank ? writer.id : reader.id
    }

    func holder(readersMatter: Bool, where isMeant: (ClaimID) -> Bool) -> ClaimID? {
        holdingWriters.first(where: isMeant) ?? (readersMatter ? holdingReaders.first(where: isMeant) : nil)
    }
}
