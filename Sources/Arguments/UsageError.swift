/// A command line that can't be understood: what is wrong, the nearest thing that was perhaps meant, and where to
/// read more.
package struct UsageError: Error, Equatable {
    package let message: String
    package let suggestion: String?
    /// The words that lead to the command whose help to read.
    package let path: [String]

    package init(_ message: String, suggestion: String? = nil, path: [String]) {
        self.message = message
        self.suggestion = suggestion
        self.path = path
    }
}

extension UsageError: CustomStringConvertible {
    package var description: String {
        let command = path.joined(separator: " ")
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return "\(command): \(message)\(hint)\nTry '\(command) --help'."
    }
}
