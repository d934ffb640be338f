import Arguments
import Glibc
import ImportCore
import Importer
import SystemIO

enum ImportCommand {
    private static let json = Flag("json", help: "Print a line of JSON for each document.")
    private static let cancel = Flag("cancel", help: "Cancel each import once it is under way: nothing is added.")
    private static let deadline = Option<Duration>(
        "deadline", help: "How long a provider may make no progress (30s).")
    private static let strict = Flag("strict", help: "Refuse documents that open only with repairs.")
    private static let refuseLocked = Flag("refuse-locked", help: "Refuse documents that need a password.")
    private static let anyType = Flag("any-type", help: "Keep documents of unknown types too.")
    private static let retries = Option<Int>(
        "retries", help: "How often a failed import is tried again, where that can help (0).")
    private static let jobs = Option<Int>("jobs", short: "j", help: "How many imports at once (64).", minimum: 1)

    static let command: Command = .init(
        name: "import", abstract: "import documents into a library",
        discussion: """
            Copies each document into the library, proves that the copy is whole, validates it in a process of its \
            own, and only then lists it. A document that fails adds nothing. The library is made when there is none.
            """,
        options: [
            LibraryAccess.option, cancel, deadline, retries, strict, refuseLocked, anyType, jobs, json,
        ],
        operands: [
            Operand(
                "SOURCE", .atLeastOne, help: "A document's path, or a file: URL that the picker gave.",
                completion: .file)
        ],
        examples: [
            .init("fpsim import --library ~/Documents.library report.pdf", "one document"),
            .init("fpsim import --library ~/Documents.library --strict *.pdf", "only sound ones"),
        ]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .create)
        let importer = DocumentImporter(library: library, options: options(invocation))
        let sources = ImportSources.bytes(of: invocation.operandList("SOURCE")).map(ImportSources.source)
        var report = ImportReport(asJSON: invocation[json])
        if invocation[cancel] {
            for source in sources { report.add(Result { try CancelledImport.run(source, importer) }) }
        } else {
            run(sources, importer, invocation, &report)
        }
        return report.finish()
    }

    private static func run(
        _ sources: [any ImportSource], _ importer: DocumentImporter, _ invocation: Invocation,
        _ report: inout ImportReport
    ) {
        var options = ImportBatch.Options()
        options.concurrency = invocation[jobs] ?? options.concurrency
        options.retries = invocation[retries] ?? 0
        let batch = ImportBatch(importer: importer, options: options)
        var rest = sources[...]
        batch.run({ rest.popFirst() }) { outcome in report.add(outcome.result.mapError { $0 }) }
    }

    private static func options(_ invocation: Invocation) -> DocumentImporter.Options {
        var options = DocumentImporter.Options()
        options.deadline = invocation[deadline] ?? options.deadline
        options.policy.keepsRepaired = !invocation[strict]
        options.policy.keepsLocked = !invocation[refuseLocked]
        options.policy.keepsUnknownTypes = invocation[anyType]
        return options
    }
}
