import Trace

/// The operations on a library, one after the other, with the names that an importer draws at random numbered in the
/// order of their appearance: two runs that do the same have the same course.
struct LibraryCourse: Hashable, Sendable {
    struct Step: Hashable, Sendable {
        let operation: String
        /// With its place, its bytes and its result.
        let text: String
    }

    /// What changes a library. Between two of these it doesn't matter when a process dies.
    static let changing: Set<String> = [
        "setattr", "setxattr", "removexattr", "write", "fallocate", "copy-file-range", "create", "mknod", "mkdir",
        "symlink", "link", "unlink", "rmdir", "rename",
    ]
    /// What makes changes durable.
    static let syncing: Set<String> = ["fsync", "fsyncdir"]

    private(set) var steps: [Step] = []
    var names = NumberedNames()

    /// - Parameter events: What the library's mount recorded.
    init(_ events: [TraceEvent], folder: String, _ counted: Set<String>) {
        let prefix = folder + "/"
        for event in events {
            guard event.kind == .operation, let operation = event.operation, counted.contains(operation),
                let path = event.path, path.hasPrefix(prefix)
            else { continue }
            let place =
                names.number(path, after: prefix) + (event.to.map { " " + names.number($0, after: prefix) } ?? "")
            let what = "\(event.offset ?? 0) \(event.size ?? 0) \(event.result ?? 0) \(event.errno ?? "")"
            steps.append(Step(operation: operation, text: "\(operation) \(place) \(what)"))
        }
    }

    /// How many of them a fault can come at.
    func count(for fault: SweepPoint.Fault) -> Int {
        let operations = Set(SweepRules.operations(for: fault))
        return steps.count { operations.contains($0.operation) }
    }
}

/// Random names as numbers.
struct NumberedNames: Hashable, Sendable {
    private var numbers: [Substring: Int] = [:]

    mutating func number(_ path: String, after prefix: String) -> String {
        path.dropFirst(path.hasPrefix(prefix) ? prefix.count : 0).split(separator: "/").map { name in
            // The part before the ending is what is drawn.
            let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].count >= 16 else { return String(name) }
            let number = numbers[parts[0]] ?? numbers.count
            numbers[parts[0]] = number
            return "#\(number)" + parts.dropFirst().map { "." + $0 }.joined()
        }.joined(separator: "/")
    }
}
