import Arguments
import FileCoordination
import ImportCore
import Importer
import SystemIO

enum OpenCommand {
    private static let with = Option<String>(
        "with", placeholder: "PROGRAM", help: "Run this program with the document's path, and wait for it.",
        completion: .none)

    static let command: Command = .init(
        name: "open", abstract: "open a document of a library",
        discussion: """
            Checks that the document is what was imported, and prints its path, or runs a program with it. For a \
            reference it prints the URL that its bookmark leads to, or runs the program with access to its item; one \
            that has moved is remembered at its new place.
            """,
        options: [LibraryAccess.option, with], operands: [EntryLookup.operand],
        examples: [.init("fpsim open --library ~/Documents.library --with xdg-open 01a22aa7", "in its usual viewer")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readOnly)
        let entry = try EntryLookup.entry(invocation.operand("ID"), in: library)
        if entry.state == .reference { return try openReference(entry, invocation) }
        let path: String
        do throws(LibraryError) {
            path = try library.documentPath(entry)
        } catch {
            throw CommandFailure(error)
        }
        guard let program = invocation[with] else {
            print(path)
            return .success
        }
        return try run(program, path)
    }

    private static func run(_ program: String, _ path: String) throws -> ExitCode {
        do throws(Errno) {
            let end = try ChildProcess(path: program, arguments: [path]).wait()
            return end.isSuccess ? .success : .failure
        } catch {
            throw CommandFailure(.unavailable, "\(program) can't be run: \(error)")
        }
    }

    private static func openReference(_ entry: LibraryEntry, _ invocation: Invocation) throws -> ExitCode {
        // Written to where the reference is to be remembered at a new place, and read where it can't be.
        let library = try LibraryAccess.openToRead(invocation)
        let url: URL
        do throws(ImportProblem) {
            url = try library.url(ofReference: entry)
        } catch {
            let code: ExitCode =
                error.kind == .access ? .notPermitted : error.kind == .missing ? .noInput : .unavailable
            throw CommandFailure(
                code, "“\(entry.displayName.printable)” can't be opened: \(error.cause)",
                remedy: error.remedy == .pickAgain
                    ? "Point it at the document with fpsim relink \(entry.id) PATH." : nil)
        }
        guard let program = invocation[with] else {
            print(url.absoluteString)
            return .success
        }
        let access = LentAccess(url.absoluteString)
        defer { access.stop() }
        do {
            _ = try access.start()
            try access.coordinate()
        } catch {
            throw AccessFailure.command(error, about: entry.displayName.printable)
        }
        return try run(program, access.path)
    }
}
