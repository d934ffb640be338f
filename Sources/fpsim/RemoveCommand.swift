import Arguments
import ImportCore
import Importer

enum RemoveCommand {
    static let command: Command = .init(
        name: "remove", abstract: "remove documents from a library",
        discussion: """
            Removes the entries and their files. What was picked, at its provider, stays as it is. On a full disk the \
            room is used that the library keeps for that.
            """,
        options: [LibraryAccess.option],
        operands: [
            Operand(
                "ID", .atLeastOne, help: "Entries' identifiers, or their beginnings: 6 characters at least.",
                completion: .none)
        ],
        examples: [.init("fpsim remove --library ~/Documents.library 01a22aa7", "one document")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readWrite, spendsReserve: true)
        for id in invocation.operandList("ID") {
            let entry = try EntryLookup.entry(id, in: library, minimum: 6)
            do throws(ImportProblem) {
                _ = try library.remove(entry.id)
            } catch {
                throw CommandFailure(error)
            }
            print("removed   “\(entry.displayName.printable)”")
        }
        return .success
    }
}
