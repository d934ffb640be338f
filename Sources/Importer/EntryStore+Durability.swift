import ImportCore
import Synchronization

/// Changes that were written and that the disk did not confirm.
final class Unconfirmed: Sendable {
    private let list = Mutex<[Change]>([])

    var changes: [Change] { list.withLock { $0 } }

    func add(_ change: Change) {
        list.withLock { $0.append(change) }
    }

    func drop(first count: Int) {
        list.withLock { $0.removeFirst(count) }
    }
}

/// Pending entries that were written, and that no transaction has made durable since.
final class UnsyncedEntries: Sendable {
    private let entries = Mutex<Set<EntryID>>([])

    func contains(_ id: EntryID) -> Bool { entries.withLock { $0.contains(id) } }

    func add(_ ids: [EntryID]) {
        entries.withLock { $0.formUnion(ids) }
    }

    func clear() {
        entries.withLock { $0.removeAll(keepingCapacity: true) }
    }
}

extension Change {
    /// The entry that this begins.
    var begun: EntryID? {
        if case .begin(let id, _, _) = self { id } else { nil }
    }
}
