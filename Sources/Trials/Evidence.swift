import FaultInjection
import Reporting
import Trace

/// The witnesses, arranged so that rules can ask about one attempt.
struct Evidence {
    let witnesses: Witnesses
    private let documents: [ExactPath: TrialDocument]
    /// SHA-256 of the versions of each document that are known, the first version first.
    private let versions: [ExactPath: [String]]

    init(_ witnesses: Witnesses) {
        self.witnesses = witnesses
        documents = Dictionary(
            witnesses.documents.map { (ExactPath($0.path), $0) }, uniquingKeysWith: { first, _ in first })
        versions = Self.versions(witnesses)
    }

    var attempts: [Attempt] { witnesses.attempts }
    var snapshots: [LibrarySnapshot] { witnesses.snapshots }

    func document(of attempt: Attempt) -> TrialDocument? { documents[ExactPath(attempt.document)] }

    // MARK: Snapshots

    /// The library before and after an attempt. What ran together shares both.
    struct Change {
        let before: LibrarySnapshot
        let after: LibrarySnapshot
        /// All attempts of the step that this change belongs to.
        let attempts: [Attempt]

        var newEntries: [ListedEntry] {
            let known = Set(before.available.map(\.id))
            return after.available.filter { !known.contains($0.id) }
        }
    }

    /// One change a step of imports, in order.
    var changes: [Change] {
        var changes: [Change] = []
        var before = LibrarySnapshot()
        var first = 0
        for snapshot in snapshots {
            if let last = snapshot.afterAttempt, last < attempts.count, first <= last {
                changes.append(Change(before: before, after: snapshot, attempts: Array(attempts[first...last])))
                first = last + 1
            }
            before = snapshot
        }
        return changes
    }

    // MARK: Versions

    func versions(of document: String) -> [String] { versions[ExactPath(document)] ?? [] }

    private static func versions(_ witnesses: Witnesses) -> [ExactPath: [String]] {
        var versions: [ExactPath: [String]] = [:]
        var identifiers: [String: ExactPath] = [:]
        for document in witnesses.documents { versions[ExactPath(document.path)] = [document.sha256] }
        // Where each document is by now: an item may be seen first under a name that it was given later.
        var places = Dictionary(uniqueKeysWithValues: versions.keys.map { ($0, $0) })
        for event in witnesses.trace {
            if event.kind == .move, let from = event.from, let to = event.to { move(&places, from, to) }
            if let item = event.item, identifiers[item] == nil, let path = event.path.map(ExactPath.init),
                let document = places[path]
            {
                identifiers[item] = document
            }
            guard event.kind == .version, let sha256 = event.sha256, let item = event.item else { continue }
            if let document = identifiers[item] { versions[document]?.append(sha256) }
        }
        for attempt in witnesses.attempts {
            if let served = attempt.servedAfterLift { versions[ExactPath(attempt.document)]?.append(served) }
        }
        return versions
    }

    private static func move(_ places: inout [ExactPath: ExactPath], _ from: String, _ to: String) {
        for (place, document) in places where place.text.isPath(from) || place.text.isPath(beneath: from) {
            let rest = String(decoding: place.text.utf8.dropFirst(from.utf8.count), as: UTF8.self)
            places[place] = nil
            places[ExactPath(to + rest)] = document
        }
    }

    // MARK: Faults

    /// The faults that fired on the attempt's document, or on the provider as a whole, while it ran.
    func faults(during attempt: Attempt) -> [TraceEvent] {
        let window = events(of: attempt)
        let items = Set(window.filter { attempt.isAbout($0.path) }.map(\.item))
        return window.filter { event in
            guard event.kind == .fault else { return false }
            guard let path = event.path, !path.isEmpty else { return true }
            return attempt.isAbout(path) || event.from?.isPath(attempt.pickedPath) == true
                || attempt.pickedPath.isPath(beneath: path) || (event.item != nil && items.contains(event.item))
        }
    }

    /// The trace's events of the attempt's time, of whatever process.
    func events(of attempt: Attempt) -> ArraySlice<TraceEvent> {
        let trace = witnesses.trace
        let start = trace.partitioningIndex { $0.sequence >= attempt.firstEvent }
        let end = trace.partitioningIndex { $0.sequence > attempt.lastEvent }
        return start < end ? trace[start..<end] : []
    }

    /// The attempts that ran at the same time, this one among them: they share one stretch of the trace.
    func attempts(beside attempt: Attempt) -> [Attempt] {
        guard attempt.isConcurrent else { return [attempt] }
        return attempts.filter { $0.isConcurrent && $0.firstEvent == attempt.firstEvent }
    }

    /// The names of the rules that the attempt met, each once, in order.
    func rulesMet(by attempt: Attempt) -> [String] {
        var met: [String] = []
        for event in faults(during: attempt) {
            if let rule = event.rule, !met.contains(rule) { met.append(rule) }
        }
        if let fault = attempt.libraryFault { met.append(fault) }
        return met
    }

    /// Every kind of fault that the document met in the whole trial.
    func faultKinds(on document: String) -> Set<Fault.Kind> {
        Set(
            attempts.filter { $0.document.isPath(document) }.flatMap(faults)
                .compactMap { $0.fault.flatMap(Fault.Kind.init(rawValue:)) })
    }

    // MARK: Violations

    func violation(
        _ rule: Int, _ attempt: Attempt?, phase: String? = nil, claimed: String, truth: String
    ) -> Violation {
        Violation(
            rule: rule, document: attempt?.document, phase: phase ?? attempt?.result.failure?.phase,
            claimed: claimed, truth: truth, faultsMet: attempt.map(rulesMet) ?? [])
    }
}

extension Array {
    /// The first index whose element fulfils the condition, in an array where those that do come last.
    func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Attempt {
    /// Whether it is the path of the attempt's document: as it was laid out, or as it was picked.
    func isAbout(_ path: String?) -> Bool {
        path?.isPath(pickedPath) == true || path?.isPath(document) == true
    }

    /// The same, or the path of a folder that holds it.
    func isAboutOrBeneath(_ path: String) -> Bool {
        isAbout(path) || pickedPath.isPath(beneath: path) || document.isPath(beneath: path)
    }

    /// What the importer said of it, in a few words.
    var claim: String {
        switch (result.exitCode, result.signal) {
        case (0?, _): "said “\(result.entry?.outcome ?? "imported")”"
        case (let code?, _): "failed with exit code \(code)"
        case (nil, let signal?): "was ended by signal \(signal)"
        case (nil, nil): "did not end"
        }
    }
}
