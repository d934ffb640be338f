import ControlProtocol
import FileCoordination
import Foundation
import ImportCore
import Synchronization

/// Resolves references, each time anew: what was true of an item an hour ago says nothing. A provider that doesn't
/// answer is asked once, so that a list of a thousand references to it ends.
public final class ReferenceResolver: Sendable {
    private let deadline: Duration
    /// Providers that didn't answer, by mountpoint.
    private let silent = Mutex<[[UInt8]: ImportProblem]>([:])

    /// - Parameter deadline: how long a provider may take for one answer.
    public init(deadline: Duration = .seconds(5)) {
        self.deadline = deadline
    }

    /// Where the item is now; nil for an entry that isn't a reference.
    public func status(of entry: LibraryEntry) -> ReferenceStatus? {
        guard entry.state == .reference else { return nil }
        do throws(ImportProblem) {
            return try resolve(entry).status
        } catch {
            return ReferenceStatus(error)
        }
    }

    /// What a reference led to.
    struct Resolved: Sendable {
        let item: BookmarkedItem.Resolution
        let status: ReferenceStatus
    }

    /// - Throws: `ImportProblem` when it leads nowhere, or access isn't granted.
    func resolve(_ entry: LibraryEntry) throws(ImportProblem) -> Resolved {
        guard let data = entry.bookmark else { throw ImportProblem(.missing, "its bookmark is lost") }
        let provider = entry.origin.flatMap { ProviderMount.locate(Array($0.utf8)) }?.mount.mountpoint
        if let provider, let problem = silent.withLock({ $0[provider] }) { throw problem }
        let control = WatchedWork.control(deadline: deadline)
        do throws(ImportProblem) {
            return try WatchedWork.run(control, abandoned: { $0 }) { () throws(ImportProblem) in
                let item = try BookmarkedItem.resolve(data, control)
                try Self.requireAccess(item, control)
                return Resolved(item: item, status: Self.status(of: item, origin: entry.origin))
            }
        } catch {
            if let provider, error.kind == .deadline { silent.withLock { $0[provider] = error } }
            throw error
        }
    }

    /// Where the bookmark keeps a scope, its start tells; an ordinary file's mode does else. The item isn't opened.
    private static func requireAccess(
        _ item: BookmarkedItem.Resolution, _ control: ImportControl
    ) throws(ImportProblem) {
        let isGranted = try control.waiting(interrupt: {}) { () throws(ImportProblem) in
            guard item.url.startAccessingSecurityScopedResource() else {
                return !item.isScoped && FileManager.default.isReadableFile(atPath: item.url.path)
            }
            item.url.stopAccessingSecurityScopedResource()
            return true
        }
        guard isGranted else { throw ImportProblem(.access, "access to it is no longer granted") }
    }

    private static func status(of item: BookmarkedItem.Resolution, origin: String?) -> ReferenceStatus {
        let path = DisplayName(bytes: item.path)
        if item.isInTrash { return ReferenceStatus(.inTrash, at: path) }
        return ReferenceStatus(path.text == origin ? .available : .moved, at: path)
    }
}
