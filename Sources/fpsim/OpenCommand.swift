import Arguments
import Importer
import SystemIO

enum OpenCommand {
    private static let with = Option<String>(
        "with", placeholder: "PROGRAM", help: "Run this program with the document's path, and wait for it.",
        completion: .none)

    static let command: Command = .init(
        name: "open", abstract: "open a document of a library",
        discussion: "Checks that the document is what was imported, and prints its path, or runs a program with it.",
        options: [LibraryAccess.option, with], operands: [EntryLookup.operand],
        examples: [.init("fpsim open --library ~/Documents.library --with xdg-open 01a22aa7", "in its usual viewer")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readOnly)
        let entry = try EntryLookup.entry(invocation.operand("ID"), in: library)
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
        do throws(Errno) {
            let end = try ChildProcess(path: program, arguments: [path]).wait()
            return end.isSuccess ? .success : .failure
        } catch {
            throw CommandFailure(.unavailable, "\(program) can't be run: \(error)")
        }
    }
}
