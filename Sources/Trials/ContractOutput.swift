import FoundationEssentials
import SystemIO

/// Reads what the three verbs print.
package enum ContractOutput {
    /// What an import said: the entry's line on success, the failure's line as the last of either stream else.
    package static func importResult(of run: ContainedRun) -> ImportResult {
        var result = ImportResult(exitCode: nil, lastWords: lastWords(run))
        switch run.exit {
        case .exited(let code): result.exitCode = code
        case .killed(let signal): result.signal = signal
        case nil: break
        }
        if result.succeeded {
            result.entry = lines(run.output).compactMap { decode(EntryLine.self, $0) }.last.map { line in
                ReportedEntry(
                    id: line.id.text, state: line.state, path: line.path, displayName: line.displayName,
                    outcome: line.outcome, contentType: line.contentType)
            }
        } else {
            result.failure = [run.error.lastLine, run.output.lastLine].compactMap { $0 }
                .compactMap { decode(ReportedFailure.self, $0) }
                .first { $0.phase != nil || $0.cause != nil }
        }
        return result
    }

    /// The entries that `list` printed, or why they can't be read.
    package static func listing(of run: ContainedRun) -> Result<[ListedEntry], TrialFailure> {
        guard run.exit == .exited(0) else {
            return .failure(TrialFailure("list ended with \(run.exit?.description ?? "no end"): \(lastWords(run))"))
        }
        guard run.output.dropped == 0 else {
            return .failure(TrialFailure("list printed over \(run.output.bytes.count) bytes"))
        }
        var entries: [ListedEntry] = []
        for line in lines(run.output) {
            guard let entry = decode(EntryLine.self, line), let state = entry.state else {
                return .failure(TrialFailure("list printed a line that is no entry: \(line.prefix(200))"))
            }
            entries.append(
                ListedEntry(
                    id: entry.id.text, state: state, path: entry.path ?? "", displayName: entry.displayName,
                    reference: entry.reference?.state))
        }
        return .success(entries)
    }

    /// The end of what it printed, on one line.
    package static func lastWords(_ run: ContainedRun) -> String {
        String((run.error.lastLine ?? run.output.lastLine ?? "").prefix(500))
    }

    private static func lines(_ captured: CapturedRun.Captured) -> [Substring] {
        captured.text.split(separator: "\n").filter { !$0.isEmpty }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ line: some StringProtocol) -> Value? {
        try? JSONDecoder().decode(type, from: Data(line.utf8))
    }

    /// An entry's line; importers may number their entries.
    private struct EntryLine: Decodable {
        let id: Identifier
        let state: String?
        let path: String?
        let displayName: String?
        let outcome: String?
        let contentType: String?
        let reference: ReferenceLine?
    }

    private struct ReferenceLine: Decodable {
        let state: String
    }

    private struct Identifier: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                text = String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}
