import Arguments
import Glibc
import ImportCore
import Importer
import SystemIO

enum ImportCommand {
    private static let json = Flag("json", help: "Print a line of JSON for each document.")
    private static let asCopy = Flag("as-copy", help: "Have the picker make a copy, and import that.")
    private static let cancel = Flag("cancel", help: "Cancel each import once it is under way: nothing is added.")
    private static let reference = Flag("reference", help: "Keep a bookmark of each document, and no copy.")
    private static let recursive = Flag(
        "recursive", short: "r", help: "Import what is in folders too, but for symbolic links.")
    private static let resume = Flag("resume", help: "Leave out documents that the library has from the same place.")
    private static let deadline = Option<Duration>(
        "deadline", help: "How long a provider may make no progress (30s).")
    private static let strict = Flag("strict", help: "Refuse documents that open only with repairs.")
    private static let refuseLocked = Flag("refuse-locked", help: "Refuse documents that need a password.")
    private static let anyType = Flag("any-type", help: "Keep documents of unknown types too.")
    private static let retries = Option<Int>(
        "retries", help: "How often a failed import is tried again, where that can help (0).")
    private static let jobs = Option<Int>("jobs", short: "j", help: "How many imports at once (256).", minimum: 1)
    private static let quiet = Flag("quiet", short: "q", help: "Print only what failed.")

    static let command: Command = .init(
        name: "import", abstract: "import documents into a library",
        discussion: """
            Copies each document into the library, proves that the copy is whole, validates it in a process of its \
            own, and only then lists it. A document that fails adds nothing. The library is made when there is none. \
            A document on a mount is picked first, as a person picks it. With --reference the library keeps a \
            bookmark of each document and no copy: `list` says each time where it is. With --recursive folders are looked \
            through: a package in them is one document, symbolic links are not followed, and the library itself is \
            left out. Ctrl-C ends a batch: what is under way is undone or finished, and --resume goes on later. Exits with 0 when all were imported, 3 when some, 1 when \
            none, 75 when another process holds the library, 130 when the batch was ended, 74 when it was ended since \
            nobody reads its output.
            """,
        options: [
            LibraryAccess.option, asCopy, reference, cancel, recursive, resume, deadline, retries, strict, refuseLocked,
            anyType,
            jobs, quiet, json,
        ],
        operands: [
            Operand(
                "SOURCE", .atLeastOne, help: "A document's path, or a file: URL that the picker gave.",
                completion: .file)
        ],
        examples: [
            .init("fpsim import --library ~/Documents.library report.pdf", "one document"),
            .init("fpsim import --library ~/Documents.library --reference mnt/report.pdf", "a bookmark, and no copy"),
            .init(
                "fpsim import --library ~/Documents.library --recursive --resume ~/Papers", "a tree, in several goes"),
        ]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .create)
        var options = ImportBatchOptions()
        options.concurrency = invocation[jobs] ?? options.concurrency
        options.retries = invocation[retries] ?? 0
        let importer = DocumentImporter(library: library, options: importerOptions(invocation))
        guard !(invocation[reference] && (invocation[asCopy] || invocation[cancel])) else {
            throw CommandFailure(.usage, "--reference can't be combined with --as-copy or --cancel")
        }
        let words = invocation.operandBytesList("SOURCE")
        var report = ImportReport(asJSON: invocation[json], isQuiet: invocation[quiet])
        guard !invocation[cancel] else {
            for word in words {
                let source = ImportSources.source(word, asCopy: invocation[asCopy])
                do throws(ImportFailure) {
                    report.add(ImportReport.Lines(try CancelledImport.run(source, importer)))
                } catch {
                    report.add(error)
                }
            }
            return report.finish()
        }
        let sources = BatchSources(
            words, for: library, asCopy: invocation[asCopy], recursive: invocation[recursive],
            resumes: invocation[resume], as: invocation[reference] ? .reference : .available)
        if invocation[reference] {
            report.addedWord = "referenced"
            let batch = ImportBatch(referringBy: importer, options: options)
            run(batch, ImportProgressLine(), sources, &report) { id, source in
                .init(reference: id, source.displayName, in: library)
            }
        } else {
            let batch = ImportBatch(importer: importer, options: options)
            run(batch, ImportProgressLine(bytes: { batch.bytes }), sources, &report) { entry, _ in .init(entry) }
        }
        return report.finish()
    }

    private static func run<Added>(
        _ batch: ImportBatch<Added>, _ line: ImportProgressLine, _ sources: BatchSources, _ report: inout ImportReport,
        _ lines: (Added, any ImportSource) -> ImportReport.Lines
    ) {
        // A second Ctrl-C is for those who can't wait: what is left, recovery removes.
        let interrupts = ConditionVariable(0)
        try? SignalWait.start([SIGINT, SIGTERM, SIGHUP]) { _ in
            let count = interrupts.change { count in
                count += 1
                return count
            }
            if count > 1 { _exit(ExitCode.interrupted.rawValue) }
            batch.cancel()
        }
        StandardStreams.outliveReader()
        line.start()
        batch.run({ sources.next(line) }) { outcome in
            line.documentEnded()
            line.clear()
            switch outcome.result {
            case .success(let added): report.add(lines(added, outcome.source))
            case .failure(let failure): report.add(failure)
            }
            // As Ctrl-C ends it: nothing is left half done.
            if report.hasLostReader { batch.cancel() }
        }
        line.finish()
        for failure in sources.failures { report.add(failure) }
        report.leftOut = sources.leftOut
        report.links = sources.links
        report.wasInterrupted = batch.isCancelled
    }

    private static func importerOptions(_ invocation: Invocation) -> DocumentImporter.Options {
        var options = DocumentImporter.Options()
        options.deadline = invocation[deadline] ?? options.deadline
        options.policy.keepsRepaired = !invocation[strict]
        options.policy.keepsLocked = !invocation[refuseLocked]
        options.policy.keepsUnknownTypes = invocation[anyType]
        return options
    }
}
