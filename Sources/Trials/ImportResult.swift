/// What one `import` of an importer under test said.
package struct ImportResult: Codable, Hashable, Sendable {
    /// nil: it didn't end in its time and was killed.
    package var exitCode: Int32?
    /// The signal that ended it.
    package var signal: Int32?
    package var entry: ReportedEntry?
    package var failure: ReportedFailure?
    /// What it printed, for people: the end of its standard error, else of its output.
    package var lastWords: String

    package init(
        exitCode: Int32?, signal: Int32? = nil, entry: ReportedEntry? = nil, failure: ReportedFailure? = nil,
        lastWords: String = ""
    ) {
        self.exitCode = exitCode
        self.signal = signal
        self.entry = entry
        self.failure = failure
        self.lastWords = lastWords
    }

    package var succeeded: Bool { exitCode == 0 }
    package var timedOut: Bool { exitCode == nil && signal == nil }
}

/// The line of an entry.
package struct ReportedEntry: Codable, Hashable, Sendable {
    package var id: String?
    package var state: String?
    package var path: String?
    package var displayName: String?
    /// imported, repaired or locked, where the importer says.
    package var outcome: String?
    /// What the importer took the document for, where it says.
    package var contentType: String?
}

/// The line of a failure: the phase, the cause, and whether a retry can help. What is absent isn't judged.
package struct ReportedFailure: Codable, Hashable, Sendable {
    package var phase: String?
    package var cause: String?
    package var retryable: Bool?
    package var remedy: String?
    /// cancelled, empty, …: a class of its own beside the phase.
    package var kind: String?
}
