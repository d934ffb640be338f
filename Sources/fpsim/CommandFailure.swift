import Arguments

/// A failure that a command reports: one message in plain words, what to do next where there is something, and the
/// exit code. `Program` prints every one in the same manner.
struct CommandFailure: Error {
    let code: ExitCode
    let message: String
    /// Lines below the message.
    let details: [String]
    let remedy: String?

    init(_ code: ExitCode, _ message: String, details: [String] = [], remedy: String? = nil) {
        self.code = code
        self.message = message
        self.details = details
        self.remedy = remedy
    }
}
