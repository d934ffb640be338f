import FaultInjection

/// Something wrong in a provider-config, where it stands, and what was probably meant.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    package let severity: Severity
    package let position: SourcePosition
    /// What is wrong, without a full stop.
    package let message: String
    /// The nearest known word, or what to write instead.
    package let suggestion: String?

    package init(_ severity: Severity, at position: SourcePosition, _ message: String, suggestion: String? = nil) {
        self.severity = severity
        self.position = position
        self.message = message
        self.suggestion = suggestion == "" ? nil : suggestion
    }

    package enum Severity: String, Hashable, Sendable {
        /// The config is refused.
        case error
        /// It is accepted, and probably not meant so.
        case warning
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One line as compilers write it: `a.yaml:4:7: error: unknown key 'rulez'; did you mean 'rules'?`
    package var description: String {
        let end = suggestion.map { "; \($0)" } ?? ""
        return "\(position): \(severity.rawValue): \(message)\(end)"
    }
}

/// The problems of a run of the parser, in the order of their places.
struct ProblemList {
    /// More than anybody reads; a broken file of 10 MB must not fill the memory with complaints.
    static let limit = 2000

    private(set) var problems: [ConfigurationProblem] = []
    private var dropped = 0

    mutating func error(_ position: SourcePosition, _ message: String, suggestion: String? = nil) {
        add(ConfigurationProblem(.error, at: position, message, suggestion: suggestion))
    }

    mutating func warning(_ position: SourcePosition, _ message: String, suggestion: String? = nil) {
        add(ConfigurationProblem(.warning, at: position, message, suggestion: suggestion))
    }

    var hasErrors: Bool { dropped > 0 || problems.contains { $0.severity == .error } }

    private mutating func add(_ problem: ConfigurationProblem) {
        if problems.count < ProblemList.limit {
            problems.append(problem)
        } else {
            dropped += 1
        }
    }

    /// Sorted by place within each file, files in the order in which they were read.
    func sorted(files: [String]) -> [ConfigurationProblem] {
        let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        func key(_ problem: ConfigurationProblem) -> (Int, Int, Int) {
            (order[problem.position.file] ?? 0, problem.position.line, problem.position.column)
        }
        var all = problems.enumerated().sorted { (key($0.1), $0.0) < (key($1.1), $1.0) }.map(\.1)
        if dropped > 0, let last = all.last {
            all.append(ConfigurationProblem(.error, at: last.position, "\(dropped) more problems aren't shown"))
        }
        return all
    }
}

/// Compares by place, and what is at the same place by the order in which it was found.
private func < (left: ((Int, Int, Int), Int), right: ((Int, Int, Int), Int)) -> Bool {
    left.0 == right.0 ? left.1 < right.1 : left.0 < right.0
}
