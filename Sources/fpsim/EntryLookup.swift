import Arguments
import ImportCore
import Importer

/// The entry that a command was called with.
enum EntryLookup {
    static let operand = Operand("ID", help: "An entry's identifier, or its beginning.", completion: .none)

    /// - Parameter minimum: how many characters it takes at least, where a wrong entry can't be had back.
    /// - Throws: `CommandFailure` when no entry or more than one begins so.
    static func entry(_ text: String, in library: DocumentLibrary, minimum: Int = 1) throws -> LibraryEntry {
        guard text.count >= minimum else {
            let what = text.isEmpty ? "an empty identifier names no entry" : "“\(text)” is too short for an identifier"
            throw CommandFailure(
                .usage, what, remedy: "Give at least \(minimum) of its characters; `fpsim list` has them.")
        }
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
