import FileCoordination
import Foundation
import ImportCore

extension DocumentLibrary {
    /// The URL of a reference's item, with its scope, for who starts the scope and coordinates the read. Where the item
    /// has moved, or the system asks for it, the bookmark is made anew if the library can be written.
    /// - Throws: `ImportProblem` when it can't be opened: see `ReferenceStatus`.
    public func url(
        ofReference entry: LibraryEntry, _ resolver: ReferenceResolver = ReferenceResolver()
    ) throws(ImportProblem) -> URL {
        let resolved = try resolver.resolve(entry)
        if resolved.item.isStale || resolved.status.state == .moved { renew(entry, resolved.item.url) }
        return resolved.item.url
    }

    /// What can't be renewed now is tried again the next time: the old bookmark still leads to the item.
    private func renew(_ entry: LibraryEntry, _ url: URL) {
        guard access != .readOnly else { return }
        let source = CoordinatedSource(url: url)
        let control = WatchedWork.control(deadline: .seconds(5))
        let run = ReferenceRun(source: source, journal: store, control: control)
        try? WatchedWork.run(control, abandoned: { $0 }) { () throws(ImportProblem) in
            do throws(ImportFailure) { try run.relink(entry.id, as: .moved) } catch { throw error.problem }
        }
    }
}
