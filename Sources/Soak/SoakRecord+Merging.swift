import Reporting

extension RunRecord {
    /// One record of the parts of a divided soak.
    /// - Throws: `MergeFailure`: they aren't parts of one run.
    package static func merging(_ parts: [RunRecord]) throws(MergeFailure) -> RunRecord {
        guard var whole = parts.first else { throw .nothing }
        var seen: Set<String> = []
        var soak = SoakRecord()
        for part in parts {
            guard let record = part.soak else { throw .noSoak }
            guard part.seed == whole.seed else { throw .otherSeeds(whole.seed ?? 0, part.seed ?? 0) }
            guard part.app == whole.app else { throw .otherImporters(whole.app.name, part.app.name) }
            for shard in record.shards where !seen.insert(shard).inserted { throw .twice(shard) }
            soak.add(record)
        }
        whole.trials = parts.flatMap(\.trials)
        whole.startedAt = parts.map(\.startedAt).min() ?? whole.startedAt
        // They ran side by side.
        whole.seconds = parts.map(\.seconds).max() ?? 0
        whole.soak = soak
        return whole
    }

    package enum MergeFailure: Error, Equatable, CustomStringConvertible {
        case nothing
        case noSoak
        case otherSeeds(UInt64, UInt64)
        case otherImporters(String, String)
        case twice(String)

        package var description: String {
            switch self {
            case .nothing: "there is nothing to merge"
            case .noSoak: "one of them is no soak"
            case .otherSeeds(let one, let other): "they are of two soaks, with the seeds \(one) and \(other)"
            case .otherImporters(let one, let other): "they are of two importers, “\(one)” and “\(other)”"
            case .twice(let shard): "the shard \(shard) is there twice"
            }
        }
    }
}

extension SoakRecord {
    /// Those that the whole soak has beside these.
    package var missingShards: [String] {
        guard let count = shards.compactMap(Shard.init).map(\.count).max(), count <= 1 << 20 else { return [] }
        return (1...count).map { "\($0)/\(count)" }.filter { !shards.contains($0) }
    }

    mutating func add(_ other: SoakRecord) {
        trials += other.trials
        imports += other.imports
        faultsMet += other.faultsMet
        voidTrials += other.voidTrials
        violations += other.violations
        mounts += other.mounts
        kills += other.kills
        shards = (shards + other.shards).sorted()
        wasInterrupted = wasInterrupted || other.wasInterrupted
        growth += other.growth
        for count in other.matrix { add(count) }
        matrix.sort { ($0.behaviour, $0.documentType, $0.outcome) < ($1.behaviour, $1.documentType, $1.outcome) }
        for finding in other.findings { add(finding) }
        findings.sort { ($0.rule, $0.cause) < ($1.rule, $1.cause) }
    }

    mutating func add(_ count: BehaviourCount) {
        let known = matrix.firstIndex {
            $0.behaviour == count.behaviour && $0.documentType == count.documentType && $0.outcome == count.outcome
                && $0.phase == count.phase
        }
        if let known { matrix[known].count += count.count } else { matrix.append(count) }
    }

    private mutating func add(_ finding: FindingRecord) {
        let known = findings.firstIndex {
            $0.rule == finding.rule && $0.cause == finding.cause && $0.isUnprovoked == finding.isUnprovoked
        }
        guard let known else {
            findings.append(finding)
            return
        }
        var merged = finding.firstTrial < findings[known].firstTrial ? finding : findings[known]
        merged.count = findings[known].count + finding.count
        merged.folder = merged.folder ?? findings[known].folder ?? finding.folder
        merged.shrunk = merged.shrunk ?? findings[known].shrunk ?? finding.shrunk
        findings[known] = merged
    }
}
