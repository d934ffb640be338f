import FileCoordination
import ImportCore
import Importer

/// fpsim's own importer as a Swift library, in all that an app does with it: open the library and recover it at
/// launch, import what was picked with progress and a cancel button, list, and say what went wrong.
@main struct LibraryCommand {
    static func main() async {
        let words = CommandLine.arguments.dropFirst().filter { $0 != "--library" }
        guard let verb = words.first, words.count >= 2 else { exit(64) }
        do {
            // Made when there is none; several processes may use it at once.
            let library = try DocumentLibrary(at: Array(words)[1])
            switch verb {
            case "import":
                guard let url = URL(string: words.last!) else { exit(64) }
                print(entry: try await importDocument(at: url, into: library, isCancelled: words.contains("--cancel")))
            case "list":
                try library.forEachEntry { print(entry: $0) }
            default:
                // What a killed import left is removed; imports that are under way are left alone.
                _ = try library.recover()
            }
        } catch let failure as ImportFailure {
            // A sentence for a person, and what a program decides by.
            complain("\(failure)")
            complain(
                #"{"phase":"\#(failure.phase.rawValue)","cause":"\#(failure.kind.rawValue)","#
                    + #""retryable":\#(failure.isRetryable)}"#)
            exit(1)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    private static func importDocument(
        at url: URL, into library: DocumentLibrary, isCancelled: Bool
    ) async throws -> LibraryEntry? {
        var options = DocumentImporter.Options()
        // The deadline counts from the last progress; documents that open only with repairs are kept, and marked.
        options.deadline = .seconds(2)
        options.policy.keepsLocked = true
        // The program in which documents are parsed. It is looked for beside this one; the example has none there.
        options.validator = ProcessInfo.processInfo.environment["FPSIM_VALIDATOR"]
        let importer = DocumentImporter(library: library, options: options)
        // The scope, the coordinated read, the copy, the proof that it is whole, and the validation are the importer's.
        let source = CoordinatedSource(url: url)
        let task = Task {
            try await importer.importDocument(from: source) { progress in
                // On the import's own thread; an app hands it to its main actor.
                guard let expected = progress.expected else { return }
                complain("\(progress.phase.rawValue): \(progress.bytes) of \(expected) bytes")
            }
        }
        // The cancel button. A blocked read ends at once, and nothing is added.
        if isCancelled { task.cancel() }
        return try library.entry(try await task.value.id)
    }

    private static func print(entry: LibraryEntry?) {
        guard let entry else { return }
        let fields = [
            "id": entry.id.rawValue, "state": entry.state.rawValue, "displayName": entry.displayName.text,
            "path": entry.path ?? "", "outcome": entry.outcome?.rawValue ?? "",
        ]
        guard let line = try? JSONEncoder().encode(fields) else { return }
        Swift.print(String(decoding: line, as: UTF8.self))
    }
}

private func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
