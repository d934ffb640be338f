import Arguments
import Glibc
import ImportCore
import Importer
import Synchronization
import SystemIO

/// Our importer as the contract for importers under test has it: a verb, a library, a source, and lines of JSON.
enum ImporterCommand {
    static let command: Command = .init(
        name: "importer", abstract: "our importer, as a harness calls any importer",
        discussion: """
            The three verbs that an importer under test has, and refer, which it may have. Output is always lines of \
            JSON; a failed import's last line, on standard error, says its phase, its cause and whether a retry can \
            help. In a trial, FPSIM_BOUND says within how many seconds an import has to end, and the deadline follows \
            from it.
            """,
        subcommands: [importVerb, referVerb, listVerb, recoverVerb])

    private static let cancel = Flag("cancel", help: "Import as a person does who then cancels.")

    private static let source = Operand(
        "SOURCE", help: "A file: URL that the picker gave, or a path.", completion: .file)

    private static let importVerb: Command = .init(
        name: "import", abstract: "import one document", options: [LibraryAccess.option, cancel], operands: [source]
    ) { invocation in
        try adding(invocation) { importer, _, source in
            let entry =
                try invocation[cancel]
                ? CancelledImport.run(source, importer) : importer.start(source).wait()
            return EntryRecord(entry)
        }
    }

    private static let referVerb: Command = .init(
        name: "refer", abstract: "keep a reference to one document, and no copy", options: [LibraryAccess.option],
        operands: [source]
    ) { invocation in
        try adding(invocation) { importer, library, source in
            guard let source = source as? any ReferableSource else {
                throw UsageError("'\(invocation.operand("SOURCE"))' can't be referred to", path: invocation.path)
            }
            return try library.entry(importer.refer(to: source)).map { EntryRecord($0) }
        }
    }

    /// Says as a line of JSON what `body` added, or why it failed.
    private static func adding(
        _ invocation: Invocation, _ body: (DocumentImporter, DocumentLibrary, any ImportSource) throws -> EntryRecord?
    ) throws -> ExitCode {
        let library = asInAnApp(try LibraryAccess.open(invocation, .create))
        let word = invocation.operandBytes("SOURCE")
        do {
            if let objection = ImportSources.objection(to: word) { throw objection }
            let importer = DocumentImporter(library: library, options: options)
            if let record = try body(importer, library, ImportSources.source(word)) { print(RecordLine.text(record)) }
            return .success
        } catch let failure as ImportFailure {
            Console.warn(RecordLine.text(FailureRecord(failure)))
            return failure.kind == .cancelled ? .interrupted : failure.kind == .busy ? .busy : .failure
        } catch let error as LibraryError {
            throw CommandFailure(error)
        }
    }

    private static let listVerb: Command = .init(
        name: "list", abstract: "list the library's entries", options: [LibraryAccess.option]
    ) { invocation in
        guard let library = try LibraryAccess.openIfThere(invocation, .readOnly) else { return .success }
        let resolver = ReferenceResolver()
        do throws(LibraryError) {
            try library.forEachEntry { entry in print(RecordLine.text(EntryRecord(entry, resolver.status(of: entry)))) }
        } catch {
            throw CommandFailure(error)
        }
        return .success
    }

    private static let recoverVerb: Command = .init(
        name: "recover", abstract: "do what an app does at launch", options: [LibraryAccess.option]
    ) { invocation in
        guard let library = try LibraryAccess.openIfThere(invocation, .readWrite, spendsReserve: true) else {
            return .success
        }
        _ = try RecoverCommand.run(asInAnApp(library))
        return .success
    }

    /// An app's library is never closed: its process is stopped. What closing would tidy up, SQLite's log above all, the
    /// next launch finds, as it does after any crash; what is committed is durable long before.
    private static func asInAnApp(_ library: DocumentLibrary) -> DocumentLibrary {
        open.withLock { $0 = library }
        return library
    }

    private static let open = Mutex<DocumentLibrary?>(nil)

    /// Within a bound of 30 s, which is usual, the deadline is 2 s, and four fifths of the bound are the limit.
    private static var options: DocumentImporter.Options {
        var options = DocumentImporter.Options()
        guard let text = getenv("FPSIM_BOUND").map({ String(cString: $0) }),
            let seconds = Double(text.hasSuffix("s") ? String(text.dropLast()) : text), seconds > 0
        else { return options }
        let bound = Duration.seconds(seconds)
        options.deadline = bound / 15
        options.limit = bound * 4 / 5
        return options
    }
}
