import Arguments
import ImportCore
import Importer
import SystemIO

/// What is said of a batch while it runs and at its end.
struct ImportReport {
    let asJSON: Bool
    let isQuiet: Bool
    /// Documents that the library had already.
    var leftOut = 0
    /// Symbolic links in folders, which were not followed.
    var links = 0
    var wasInterrupted = false
    /// Whether nobody reads the lines any more, as after `| head`.
    private(set) var hasLostReader = false
    /// What was done with the documents that came in.
    var addedWord = "imported"
    private var added = 0
    private var failed = 0
    private var cancelled = 0
    /// Of those that failed, those that found the library held by another process.
    private var busy = 0

    init(asJSON: Bool, isQuiet: Bool) {
        self.asJSON = asJSON
        self.isQuiet = isQuiet
    }

    /// How a document that came in is told, to a program and to a person.
    struct Lines {
        let json: () -> String
        let text: () -> String
    }

    mutating func add(_ lines: Lines) {
        added += 1
        if !isQuiet { say(asJSON ? lines.json() : lines.text()) }
    }

    mutating func add(_ failure: ImportFailure) {
        if failure.kind == .cancelled { cancelled += 1 } else { failed += 1 }
        if failure.kind == .busy { busy += 1 }
        say(asJSON ? RecordLine.text(FailureRecord(failure)) : Self.line(failure))
    }

    private mutating func say(_ line: String) {
        Console.printNow(line)
        if StandardStreams.readerHasLeft { hasLostReader = true }
    }

    /// Says how it ended, where that isn't plain from one line.
    /// - Returns: 0 when all were imported, 3 when some, 1 when none, 75 when none for a held library, 130 when the batch was ended,
    ///   74 when that was since nobody reads its lines.
    func finish() -> ExitCode {
        if wasInterrupted || added + failed + cancelled + leftOut > 1 || links > 0 { Console.warn(summary) }
        if hasLostReader {
            Console.warn("nobody reads the output any more")
            return .ioError
        }
        if wasInterrupted || cancelled > 0 { return .interrupted }
        if failed == 0 { return .success }
        if added > 0 { return .someFailed }
        return busy == failed ? .busy : .failure
    }

    private var summary: String {
        var parts = ["\(added) \(addedWord)", "\(failed) failed"]
        if cancelled > 0 { parts.append("\(cancelled) cancelled") }
        if leftOut > 0 { parts.append("\(leftOut) left out, since the library has them") }
        if links > 0 { parts.append("\(links) symbolic links not followed") }
        let line = parts.joined(separator: ", ")
        return wasInterrupted ? "\(line); ended early: --resume goes on where this ended" : line
    }

    static func line(_ failure: ImportFailure) -> String {
        let word = failure.kind == .cancelled ? "cancelled" : failure.kind == .empty ? "empty" : "failed"
        return "\(Console.styled(Column.text(word, width: 9), .bad)) \(failure) [\(failure.phase.rawValue)]"
    }
}

extension ImportReport.Lines {
    init(_ entry: ImportEntry) {
        self.init(json: { RecordLine.text(EntryRecord(entry)) }, text: { Self.line(entry) })
    }

    init(reference id: EntryID, _ name: DisplayName, in library: DocumentLibrary) {
        let text = "\(Console.styled("referenced", .good)) “\(name.printable)” as \(id)"
        self.init(
            json: {
                guard let entry = try? library.entry(id) else { return text }
                return RecordLine.text(EntryRecord(entry, ReferenceResolver().status(of: entry)))
            }, text: { text })
    }

    private static func line(_ entry: ImportEntry) -> String {
        let outcome = Console.styled(
            Column.text(entry.result.outcome.rawValue, width: 9), entry.result.outcome == .imported ? .good : .doubtful)
        let note = entry.result.note.map { ", \($0)" } ?? ""
        return "\(outcome) “\(entry.displayName.printable)” (\(entry.result.contentType.rawValue), "
            + "\(ByteText.text(entry.result.size))\(note)) as \(entry.id)"
    }
}
