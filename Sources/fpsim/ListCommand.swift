import Arguments
import ImportCore
import Importer

enum ListCommand {
    private static let json = Flag("json", help: "Print a line of JSON for each entry.")
    private static let limit = Option<Int>("limit", help: "Print at most this many entries.", minimum: 1)
    private static let after = Option<String>(
        "after", placeholder: "ID", help: "Begin after this entry.", completion: .none)

    static let command: Command = .init(
        name: "list", abstract: "list a library's documents",
        discussion: """
            Prints the entries in the order in which they were imported. Control characters in names are escaped. Each \
            reference is resolved anew: it is available, moved, in the trash, unavailable, or needs authorization.
            """,
        options: [LibraryAccess.option, json, limit, after],
        examples: [.init("fpsim list --library ~/Documents.library --limit 20", "the first page")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readOnly)
        do {
            var start: Int64 = 0
            if let id = invocation[after] {
                guard let entry = try library.entry(EntryID(rawValue: id)) else {
                    throw CommandFailure(.noInput, "there is no entry \(DisplayName(id).printable)")
                }
                start = entry.number
            }
            let resolver = ReferenceResolver()
            try library.forEachEntry(after: start, limit: invocation[limit]) { entry in
                let status = resolver.status(of: entry)
                print(invocation[json] ? RecordLine.text(EntryRecord(entry, status)) : line(entry, status))
            }
        } catch let error as LibraryError {
            throw CommandFailure(error)
        }
        return .success
    }

    private static func line(_ entry: LibraryEntry, _ reference: ReferenceStatus?) -> String {
        let state = entry.outcome?.rawValue ?? entry.state.rawValue
        let size = entry.size.map { ByteText.text($0) } ?? "-"
        let columns = "\(entry.id)  \(Column.text(state, width: 9))  \(Column.text(size, width: 9))"
        let note = reference.map { "  (\(ReferenceText.text($0)))" } ?? ""
        return "\(columns)  \(entry.displayName.printable)\(note)"
    }
}
