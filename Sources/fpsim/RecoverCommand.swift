import Arguments
import ImportCore
import Importer

enum RecoverCommand {
    private static let json = Flag("json", help: "Print a line of JSON.")

    static let command: Command = .init(
        name: "recover", abstract: "remove what a killed importer left in a library",
        discussion: """
            What an app does at launch. Entries whose importer died are removed with their files; imports that are \
            under way are left alone.
            """,
        options: [LibraryAccess.option, json],
        examples: [.init("fpsim recover --library ~/Documents.library", "after a crash")]
    ) { invocation in
        let library = try LibraryAccess.open(invocation, .readWrite, spendsReserve: true)
        let report = try run(library)
        if invocation[json] {
            print(RecordLine.text(Record(entries: report.entries.count, stagedFiles: report.stagedFiles.count)))
        } else if report.isEmpty {
            print("nothing to recover")
        } else {
            print("removed \(report.entries.count) unfinished imports and \(report.stagedFiles.count) stray files")
        }
        return .success
    }

    static func run(_ library: DocumentLibrary) throws -> Recovery.Report {
        do throws(ImportProblem) {
            return try library.recover()
        } catch {
            throw CommandFailure(error)
        }
    }

    private struct Record: Encodable {
        var entries: Int
        var stagedFiles: Int
    }
}
