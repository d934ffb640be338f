import ImportCore

/// Where the item of a reference is, as far as can be told now. A reference is never more than that: nothing of the
/// item is in the library.
public struct ReferenceStatus: Hashable, Sendable {
    public enum State: String, CaseIterable, Sendable {
        /// It is where it was, and can be opened.
        case available
        /// It is there, and its provider wants it to be picked again, or somebody to sign in.
        case needsAuthorization = "needs-authorization"
        /// Its provider isn't there, or no longer has it.
        case unavailable
        /// It can be opened at another place.
        case moved
        /// It was thrown away, and can still be opened.
        case inTrash = "in-trash"
    }

    public let state: State
    /// Where it is now; nil where that isn't known.
    public let path: DisplayName?
    /// Why it can't be opened: one clause in plain words.
    public let cause: String?
    /// What the person can do where it can't be opened.
    public let remedy: ImportProblem.Remedy?

    /// Whether it can be opened now.
    public var canBeOpened: Bool { [.available, .moved, .inTrash].contains(state) }

    init(_ state: State, at path: DisplayName) {
        self.state = state
        self.path = path
        cause = nil
        remedy = nil
    }

    init(_ problem: ImportProblem) {
        state = problem.kind == .access ? .needsAuthorization : .unavailable
        path = nil
        cause = problem.cause
        remedy = problem.remedy
    }
}
