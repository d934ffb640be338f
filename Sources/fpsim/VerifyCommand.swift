import Arguments
import ImportCore
import Importer

enum VerifyCommand {
    private static let json = Flag(
        "json", help: "Print a line of JSON for each violation, and for each reference that can't be opened.")
    private static let deep = Flag(
        "deep", help: "Read every document and compare its checksum, and look for what references lead to.")

    static let command: Command = .init(
        name: "verify", abstract: "hold a library against the rules",
        discussion: """
            Looks at every entry and every file of the library, and names each violation: a missing, short or changed \
            document, a path that leads out of the library, a file that two entries share, a file without an entry, \
            an entry whose importer died, a reference without a sound bookmark. Exits with 1 when there is one. With --deep \
            it also says of each reference that can't be opened now why that is, which is no violation: its document \
            is its provider's.
            """,
        options: [LibraryAccess.option, deep, json],
        examples: [.init("fpsim verify --library ~/Documents.library --deep", "with checksums")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readOnly)
        var violations = 0
        do {
            let isDeep = invocation[deep]
            let counts = try LibraryVerification(library).run(
                reads: isDeep,
                onReference: { entry, status in
                    if !status.canBeOpened { print(invocation[json] ? record(entry, status) : line(entry, status)) }
                },
                onViolation: { violation in
                    violations += 1
                    print(invocation[json] ? RecordLine.text(Record(violation)) : line(violation))
                })
            if !invocation[json] { print(summary(counts, isDeep: isDeep, violations)) }
        } catch let error as LibraryError {
            throw CommandFailure(error)
        } catch let problem as ImportProblem {
            throw CommandFailure(problem)
        }
        return violations == 0 ? .success : .failure
    }

    private static func line(_ violation: LibraryVerification.Violation) -> String {
        let subject = violation.displayName.map { "“\($0.printable)” (\(violation.entry!)) " } ?? ""
        return "rule \(violation.rule): \(subject)\(violation.text)"
    }

    private static func line(_ entry: LibraryEntry, _ status: ReferenceStatus) -> String {
        "reference: “\(entry.displayName.printable)” (\(entry.id)) can't be opened now: \(ReferenceText.text(status))"
    }

    private static func record(_ entry: LibraryEntry, _ status: ReferenceStatus) -> String {
        RecordLine.text(EntryRecord(entry, status))
    }

    private static func summary(_ counts: LibraryVerification.Counts, isDeep: Bool, _ violations: Int) -> String {
        var parts = ["\(counts.documents) documents"]
        if counts.references > 0 {
            let openable = isDeep ? " (\(counts.openableReferences) can be opened now)" : ""
            parts.append("\(counts.references) references\(openable)")
        }
        parts.append("\(violations == 0 ? "no" : "\(violations)") violations")
        return parts.joined(separator: ", ")
    }

    private struct Record: Encodable {
        var rule: Int
        var id: String?
        var displayName: String?
        var text: String

        init(_ violation: LibraryVerification.Violation) {
            rule = violation.rule
            id = violation.entry?.rawValue
            displayName = violation.displayName?.text
            text = violation.text
        }
    }
}
