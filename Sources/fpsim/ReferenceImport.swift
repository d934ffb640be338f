import Arguments
import Glibc
import ImportCore
import Importer
import SystemIO

/// `import --reference`: bookmarks in place of copies, one after the other.
enum ReferenceImport {
    static func run(_ sources: BatchSources, _ importer: DocumentImporter, asJSON: Bool, isQuiet: Bool) -> ExitCode {
        let isInterrupted = ConditionVariable(false)
        try? SignalWait.start([SIGINT, SIGTERM]) { _ in isInterrupted.change { $0 = true } }
        var (kept, failed) = (0, 0)
        while !isInterrupted.changeQuietly({ $0 }), let source = sources.next() {
            do throws(ImportFailure) {
                guard let source = source as? any ReferableSource else { continue }
                let id = try importer.refer(to: source)
                kept += 1
                if !isQuiet { report(id, source.displayName, importer.library, asJSON) }
            } catch {
                failed += 1
                Console.printNow(asJSON ? RecordLine.text(FailureRecord(error)) : ImportReport.line(error))
            }
        }
        for failure in sources.failures {
            failed += 1
            Console.printNow(asJSON ? RecordLine.text(FailureRecord(failure)) : ImportReport.line(failure))
        }
        let wasInterrupted = isInterrupted.changeQuietly { $0 }
        if wasInterrupted || kept + failed + sources.leftOut > 1 {
            let leftOut = sources.leftOut > 0 ? ", \(sources.leftOut) left out, since the library has them" : ""
            Console.warn("\(kept) referenced, \(failed) failed\(leftOut)\(wasInterrupted ? "; ended early" : "")")
        }
        if wasInterrupted { return .interrupted }
        return failed == 0 ? .success : kept == 0 ? .failure : .someFailed
    }

    private static func report(_ id: EntryID, _ name: DisplayName, _ library: DocumentLibrary, _ asJSON: Bool) {
        if asJSON, let entry = try? library.entry(id) {
            Console.printNow(RecordLine.text(EntryRecord(entry, ReferenceResolver().status(of: entry))))
        } else {
            Console.printNow("\(Console.styled("referenced", .good)) “\(name.printable)” as \(id)")
        }
    }
}
