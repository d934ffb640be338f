import Foundation
import ImportCore
import Importer
import Testing

/// Which documents are kept, and as what: a sound one always, one that needs repairs as repaired and only where that is
/// allowed, one that can't be opened never. `FPSIM_PDF_CORPUS` may name a folder with more: `files`, and a
/// `manifest.tsv` with their names and classes.
@Suite struct ValidationPolicyTests {
    private enum Class: String {
        case valid
        case damaged = "damaged-but-openable"
        case locked = "encrypted-needs-password"
        case notOpenable = "not-openable"

        /// How it may end; as strictly, where repaired documents are refused.
        func allows(_ outcome: ImportOutcome?, isStrict: Bool) -> Bool {
            switch (self, outcome) {
            case (.valid, .imported), (.locked, .locked), (.notOpenable, nil), (.damaged, nil), (.damaged, .imported):
                true
            case (.damaged, .repaired), (.notOpenable, .repaired): !isStrict
            default: false
            }
        }
    }

    private func documents(_ folder: TemporaryFolder) throws -> [(path: String, class: Class)] {
        let whole = SamplePDF.make(pages: 3, padding: 2_000)
        var documents: [(String, Class)] = [
            (try folder.write(whole, "valid.pdf"), .valid),
            (try folder.write(Array("junk before it\n".utf8) + whole, "late header.pdf"), .damaged),
            (try folder.write(SamplePDF.make(encryption: .openable), "owner password.pdf"), .valid),
            (try folder.write(SamplePDF.make(encryption: .locked), "locked.pdf"), .locked),
            (try folder.write(SamplePDF.damaged(), "damaged.pdf"), .damaged),
            (try folder.write(SamplePDF.truncated(), "cut.pdf"), .notOpenable),
            (try folder.write(Array("%PDF-1.7\n%%EOF\n".utf8), "header.pdf"), .notOpenable),
            (
                try folder.write(Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 0, count: 9000), "zeros.pdf"),
                .notOpenable
            ),
        ]
        for percent in [2, 20, 40] {
            let cut = Array(whole.prefix(whole.count * percent / 100))
            documents.append((try folder.write(cut, "\(percent).pdf"), .notOpenable))
        }
        guard let corpus = ProcessInfo.processInfo.environment["FPSIM_PDF_CORPUS"] else { return documents }
        let rows = try String(contentsOfFile: corpus + "/manifest.tsv", encoding: .utf8).split(separator: "\n")
        let columns = rows[0].split(separator: "\t", omittingEmptySubsequences: false)
        let (name, expected) = try (
            #require(columns.firstIndex(of: "file")), #require(columns.firstIndex(of: "expected"))
        )
        for row in rows.dropFirst() {
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
            let kind = try #require(Class(rawValue: String(fields[expected])), "\(fields[expected])")
            documents.append(("\(corpus)/files/\(fields[name])", kind))
        }
        return documents
    }

    @Test(arguments: [false, true])
    func `each document ends as its class allows`(isStrict: Bool) throws {
        var options = DocumentImporter.Options()
        options.policy.keepsRepaired = !isStrict
        let bench = try Workbench(options)
        let documents = try documents(bench.folder)
        let tasks = try documents.map { try bench.importer.start(PlainFileSource(path: $0.path)) }
        var tally: [String: Int] = [:]
        for (document, task) in zip(documents, tasks) {
            let outcome = try? task.wait().result.outcome
            tally["\(document.class.rawValue): \(outcome?.rawValue ?? "refused")", default: 0] += 1
            #expect(
                document.class.allows(outcome, isStrict: isStrict), "\(document.path): \(String(describing: outcome))")
        }
        print(tally.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: "; "))
        try bench.expectSound(tally.filter { !$0.key.hasSuffix("refused") }.values.reduce(0, +))
    }
}
