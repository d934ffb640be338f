import Arguments
import ImportCore
import Importer

enum RelinkCommand {
    static let command: Command = .init(
        name: "relink", abstract: "point a reference at a document that is picked anew",
        discussion: """
            For a reference whose document is gone, or whose provider wants it to be picked again. The entry keeps its \
            identifier and its history, and takes the new document's name.
            """,
        options: [LibraryAccess.option],
        operands: [
            EntryLookup.operand,
            Operand("SOURCE", help: "The document's path, or a file: URL that the picker gave.", completion: .file),
        ],
        examples: [
            .init("fpsim relink --library ~/Documents.library 01a22aa7 mnt/report.pdf", "after it was moved away")
        ]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readWrite)
        let entry = try EntryLookup.entry(invocation.operand("ID"), in: library)
        guard entry.state == .reference else {
            throw CommandFailure(
                .usage, "“\(entry.displayName.printable)” is no reference: the library has the document")
        }
        let word = invocation.operandBytes("SOURCE")
        guard let source = ImportSources.source(word) as? any ReferableSource else {
            throw CommandFailure(.usage, "it can't be referred to")
        }
        do throws(ImportFailure) {
            try DocumentImporter(library: library).relink(entry.id, to: source)
        } catch {
            Console.warn(error.description)
            return .failure
        }
        print("relinked  “\(source.displayName.printable)” (\(entry.id))")
        return .success
    }
}
