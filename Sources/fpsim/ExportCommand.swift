import Arguments
import ImportCore
import Importer

enum ExportCommand {
    private static let to = Option<String>(
        "to", placeholder: "DIR", help: "The folder that gets the copies.", completion: .directory)
    private static let all = Flag("all", help: "Export every document that the library has a copy of.")

    static let command: Command = .init(
        name: "export", abstract: "copy documents out of a library",
        discussion: """
            Copies documents under the names that they had when they were picked. Nothing is overwritten: a second \
            document of the same name gets a number. Each copy has the checksum of what was imported, or is not made. \
            The item of a reference is read from its provider, by its identifier only.
            """,
        options: [LibraryAccess.option, to, all],
        operands: [Operand("ID", .any, help: "Entries' identifiers, or their beginnings.", completion: .none)],
        examples: [.init("fpsim export --library ~/Documents.library --to /media/stick --all", "everything")]
    ) { invocation in
        guard let folder = invocation[to] else {
            throw CommandFailure(.usage, "no folder to export to", remedy: "Give one with --to DIR.")
        }
        let library = try LibraryAccess.open(invocation, .readWrite)
        var tally = Tally()
        for id in invocation.operandList("ID") {
            tally.export(try EntryLookup.entry(id, in: library), from: library, to: folder)
        }
        if invocation[all] {
            try LibraryPages.forEach(library) { entry in
                if entry.state == .available { tally.export(entry, from: library, to: folder) }
            }
        }
        return tally.exitCode
    }

    private struct Tally {
        private var exported = 0
        private var failed = 0

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

        var exitCode: ExitCode {
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
