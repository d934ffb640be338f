import Arguments
import Importer

enum BackupCommand {
    static let command: Command = .init(
        name: "backup", abstract: "copy a library while it may be in use",
        discussion: """
            Makes a copy of the library as it is at one moment, which opens as any library does. Imports that are \
            under way go on, and are not in it. The target is whole or not there.
            """,
        options: [LibraryAccess.option],
        operands: [Operand("TARGET", help: "The copy's folder, which must not exist.", completion: .directory)],
        examples: [.init("fpsim backup --library ~/Documents.library /media/stick/Documents.library", "to a stick")]
    ) { invocation in
        try LibraryAccess.requireText(invocation.operand("TARGET"))
        let library = try LibraryAccess.openToRead(invocation)
        do throws(LibraryError) {
            let count = try LibraryBackup(of: library).run(to: invocation.operand("TARGET"))
            print("copied \(count) documents")
        } catch {
            throw CommandFailure(error)
        }
        return .success
    }
}
