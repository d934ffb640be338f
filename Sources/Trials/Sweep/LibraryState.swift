import Reporting
import Synchronization
import Trace

/// What is on a library's disk, and how much of it is durable, told by what was done to it: two points after which the
/// same changes and syncs had been made in the same order go on alike.
struct LibraryState: Hashable, Sendable {
    private var parts: [String]
    /// Nothing was changed or made durable.
    let isUntouched: Bool

    /// - Parameter events: What the library's mount recorded.
    /// - Parameter files: What is there now.
    /// - Parameter document: The SHA-256 of the document, by which its copies are told from what is cut off.
    /// - Parameter countsSyncs: Whether it matters what is durable, as it does wherever the power may go.
    init(_ events: [TraceEvent], folder: String, files: [LibraryFile], document: String, countsSyncs: Bool = true) {
        let counted = countsSyncs ? LibraryCourse.changing.union(LibraryCourse.syncing) : LibraryCourse.changing
        var course = LibraryCourse(events.filter { $0.errno == nil }, folder: folder, counted)
        parts = course.steps.map(\.text)
        isUntouched = parts.isEmpty
        for file in files {
            let name = course.names.number(file.path, after: "")
            parts.append("\(name) \(file.size) \(file.type) \(file.sha256 == document ? "whole" : "")")
        }
    }

    mutating func add(_ more: String) { parts.append(more) }
    mutating func add(_ other: LibraryState) { parts += other.parts }
}

/// The states that a sweep has gone on from already.
final class SeenStates: Sendable {
    private let states = Mutex<Set<LibraryState>>([])

    /// Whether this one is new, and not any more.
    func insert(_ state: LibraryState) -> Bool {
        states.withLock { $0.insert(state).inserted }
    }
}
