import Arguments
import ImportCore
import Importer

enum VerifyCommand {
    private static let json = Flag("json", help: "Print a line of JSON for each violation.")
    private static let deep = Flag("deep", help: "Read every document and compare its checksum.")

    static let command: Command = .init(
        name: "verify", abstract: "hold a library against the rules",
        discussion: """
            Looks at every entry and every file of the library, and names each violation: a missing, short or changed \
            document, a path that leads out of the library, a file that two entries share, a file without an entry, \
            an entry whose importer died. Exits with 1 when there is one.
            """,
        options: [LibraryAccess.option, deep, json],
        examples: [.init("fpsim verify --library ~/Documents.library --deep", "with checksums")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readOnly)
        var violations = 0
        do {
            let count = try LibraryVerification(library).run(reads: invocation[deep]) { violation in
                violations += 1
                print(invocation[json] ? RecordLine.text(Record(violation)) : line(violation))
            }
            if !invocation[json] { print("\(count) documents, \(violations == 0 ? "no" : "\(violations)") violations") }
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
