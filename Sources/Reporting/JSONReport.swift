import FoundationEssentials

/// A run as JSON, keys in order, so that two runs can be compared with diff.
package enum JSONReport {
    package static func text(for run: RunRecord) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(run), as: UTF8.self) + "\n"
        } catch {
            // A record is made of strings, whole numbers, finite times and lists of them.
            preconditionFailure("a record can't be encoded: \(error)")
        }
    }

    package static func read(_ bytes: [UInt8]) throws -> RunRecord {
        try JSONDecoder().decode(RunRecord.self, from: Data(bytes))
    }
}
