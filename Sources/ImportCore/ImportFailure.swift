/// An import that added nothing: what happened, to which document, in which phase, and what to do next.
public struct ImportFailure: Error, Hashable, Sendable {
    public let document: DisplayName
    public let phase: ImportPhase
    public let problem: ImportProblem

    public init(document: DisplayName, phase: ImportPhase, problem: ImportProblem) {
        self.document = document
        self.phase = phase
        self.problem = problem
    }

    public var kind: ImportProblem.Kind { problem.kind }
    public var cause: String { problem.cause }
    public var remedy: ImportProblem.Remedy { problem.remedy }
    /// Whether the same import can succeed later, with nothing done in between.
    public var isRetryable: Bool { problem.remedy == .retry }
}

extension ImportFailure: CustomStringConvertible {
    /// A sentence for a person, on one line: control characters in the document's name are escaped.
    public var description: String {
        "“\(document.shortPrintable)” \(summary): \(cause). \(advice)"
    }

    private var summary: String {
        switch kind {
        case .cancelled: "was not imported"
        case .empty: "is empty and was not imported"
        default: "could not be imported"
        }
    }

    private var advice: String {
        switch (kind, remedy) {
        case (.cancelled, _): "Nothing was added."
        case (.storage, .retry): "Make sure that the library's disk is writable and has space, then try again."
        case (_, .retry): "Try again later."
        case (_, .pickAgain): "Pick the document again."
        case (.locked, .none): "Remove its password first, or allow locked documents."
        case (.damaged, .none): "Ask for an intact copy, or import without --strict."
        case (.unknownType, .none): "Allow unknown types to keep it all the same."
        case (.notAFile, .none): "Pick a single document."
        case (.unsafe, .none): "Do not open it; ask for another copy."
        case (_, .none): "Trying again will not help."
        }
    }
}
