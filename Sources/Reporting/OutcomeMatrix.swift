/// Documents by behaviours: what became of each document under each behaviour of a provider.
package struct OutcomeMatrix: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// `imported`, or `failed: stage`.
        package var text: String
        package var verdict: TrialRecord.Verdict
        /// Where in the page its trial is told, if it is.
        package var anchor: String?
        /// What a right importer would have done, where that differs.
        package var expected: String?
    }

    package struct Row: Hashable, Sendable {
        package var behaviour: String
        package var provider: String
        package var verdict: TrialRecord.Verdict
        package var phases: Set<String>
        package var cells: [[Cell]]
    }

    package var columns: [String]
    package var rows: [Row]

    /// With more columns than this, documents are put together by their types.
    private static let widest = 8

    /// Of single trials, one a row.
    package init(_ trials: [TrialRecord]) {
        let paths = OutcomeMatrix.distinct(trials.flatMap { $0.documents.map(\.path) })
        let byType = paths.count > OutcomeMatrix.widest
        let columns = byType ? OutcomeMatrix.distinct(trials.flatMap { $0.documents.map(\.type) }) : paths
        self.columns = columns
        rows = trials.enumerated().map { index, trial in
            let cells = columns.map { column in
                trial.documents.filter { (byType ? $0.type : $0.path).isPath(column) }.map { document in
                    Cell(
                        text: document.outcome + (document.phase.map { ": \($0)" } ?? ""),
                        verdict: OutcomeMatrix.verdict(of: document, in: trial),
                        anchor: trial.verdict == .failed ? "trial-\(index + 1)" : nil,
                        expected: document.mismatch == nil ? nil : document.expected)
                }
            }
            let phases = Set(trial.documents.compactMap(\.phase))
            return Row(
                behaviour: trial.config, provider: trial.provider, verdict: trial.verdict, phases: phases, cells: cells)
        }
    }

    /// Of counts, one behaviour a row.
    package init(_ counts: [BehaviourCount]) {
        let columns = OutcomeMatrix.distinct(counts.map(\.documentType)).sorted()
        self.columns = columns
        rows = OutcomeMatrix.distinct(counts.map(\.behaviour)).sorted().map { behaviour in
            let own = counts.filter { $0.behaviour == behaviour }
            let cells = columns.map { column in
                own.filter { $0.documentType == column }.sorted { $0.count > $1.count }.map { count in
                    Cell(
                        text: "\(count.count) \(count.outcome)" + (count.phase.map { ": \($0)" } ?? ""),
                        verdict: count.outcome == "failed" ? .void : .held)
                }
            }
            return Row(
                behaviour: behaviour, provider: "", verdict: .held, phases: Set(own.compactMap(\.phase)), cells: cells)
        }
    }

    private static func verdict(of document: DocumentRecord, in trial: TrialRecord) -> TrialRecord.Verdict {
        if document.mismatch != nil || trial.violations.contains(where: { $0.document?.isPath(document.path) == true })
        {
            return .failed
        }
        return trial.verdict == .void ? .void : .held
    }

    private static func distinct(_ names: [String]) -> [String] {
        var seen: Set<ExactPath> = []
        return names.filter { seen.insert(ExactPath($0)).inserted }
    }
}
