import Arguments
import ImportCore
import Importer

enum ExportCommand {
    private static let to = Option<String>(
        "to", placeholder: "DIR", help: "The folder that gets the copies.", completion: .directory)
    private static let all = Flag("all", help: "Export every document that the library has a copy of.")
    private static let references = Flag("references", help: "With --all: export what references lead to, too.")

    static let command: Command = .init(
        name: "export", abstract: "copy documents out of a library",
        discussion: """
            Copies documents under the names that they had when they were picked. Nothing is overwritten: a second \
            document of the same name gets a number. Each copy has the checksum of what was imported, or is not made: it \
            gets its name when it is whole and on the disk. \
            The item of a reference is read from its provider: where its identifier is given, or with --references. \
            Exits with 0 when all were exported, 3 when some, 1 when none.
            """,
        options: [LibraryAccess.option, to, all, references],
        operands: [Operand("ID", .any, help: "Entries' identifiers, or their beginnings.", completion: .none)],
        examples: [.init("fpsim export --library ~/Documents.library --to /media/stick --all", "everything")]
    ) { invocation in
        guard let folder = invocation[to] else {
            throw CommandFailure(.usage, "no folder to export to", remedy: "Give one with --to DIR.")
        }
        try LibraryAccess.requireText(folder)
        let library = try LibraryAccess.openToRead(invocation)
        do throws(LibraryError) {
            try DocumentExport(from: library).requireFolder(folder)
        } catch {
            throw CommandFailure(error)
        }
        var tally = Tally()
        for id in invocation.operandList("ID") {
            tally.export(try EntryLookup.entry(id, in: library), from: library, to: folder)
        }
        guard invocation[all] || !invocation[references] else {
            throw CommandFailure(
                .usage, "--references goes with --all", remedy: "Or name a reference by its identifier.")
        }
        if invocation[all] {
            try LibraryPages.forEach(library) { entry in
                switch entry.state {
                case .available: tally.export(entry, from: library, to: folder)
                case .reference where invocation[references]: tally.export(entry, from: library, to: folder)
                case .reference: tally.leftOut += 1
                case .pending: break
                }
            }
        }
        return tally.finish()
    }

    private struct Tally {
        private var exported = 0
        private var failed = 0
        /// References, of which the library has no copy.
        var leftOut = 0

        mutating func export(_ entry: LibraryEntry, from library: DocumentLibrary, to folder: String) {
            do throws(LibraryError) {
                let name = try DocumentExport(from: library).export(entry, to: folder)
                exported += 1
                print("exported  “\(entry.displayName.printable)” as “\(name.printable)”")
            } catch {
                failed += 1
                Console.warn("failed    \(error)")
            }
        }

        func finish() -> ExitCode {
            if leftOut > 0 {
                Console.warn(
                    "\(leftOut) references left out, since the library has no copy of what they lead to: --references "
                        + "reads that from its provider")
            }
            if failed == 0 { return .success }
            return exported == 0 ? .failure : .someFailed
        }
    }
}

/// Walks through a library a page at a time, so that each entry may be worked on without holding the database.
enum LibraryPages {
    static func forEach(_ library: DocumentLibrary, _ body: (LibraryEntry) throws -> Void) throws {
        var after: Int64 = 0
        do {
            while case let page = try library.entries(after: after, limit: 500), let last = page.last {
                for entry in page { try body(entry) }
                after = last.number
            }
        } catch let error as LibraryError {
            throw CommandFailure(error)
        }
    }
}
