import Arguments
import ImportCore
import Importer

/// The entry that a command was called with.
enum EntryLookup {
    static let operand = Operand("ID", help: "An entry's identifier, or its beginning.", completion: .none)

    /// - Throws: `CommandFailure` when no entry or more than one begins so.
    static func entry(_ text: String, in library: DocumentLibrary) throws -> LibraryEntry {
        let found: [LibraryEntry]
        do throws(LibraryError) {
            found = try library.entries(idPrefix: text, limit: 2)
        } catch {
            throw CommandFailure(error)
        }
        guard let entry = found.first else {
            throw CommandFailure(.noInput, "there is no entry \(DisplayName(text).printable)")
        }
        guard found.count == 1 else {
            throw CommandFailure(
                .usage, "more than one entry begins with \(text)", remedy: "Give more of its identifier.")
        }
        return entry
    }
}
