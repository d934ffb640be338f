import Spelling

/// Turns words into the command that they name and what it is called with.
package enum CommandLineParser {
    package enum Result: Sendable {
        case run(Command, Invocation)
        case help(Command, path: [String])
    }

    /// - Parameter words: The arguments without the program's own name.
    /// - Throws: `UsageError`.
    package static func parse(_ words: [String], root: Command) throws(UsageError) -> Result {
        try parse(bytes: words.map { Array($0.utf8) }, root: root)
    }

    /// - Parameter words: The arguments as the system hands them over, without the program's own name.
    /// - Throws: `UsageError`.
    package static func parse(bytes words: [[UInt8]], root: Command) throws(UsageError) -> Result {
        var command = root
        var path = [root.name]
        var rest = words.map { String(decoding: $0, as: UTF8.self) }[...]
        while !command.subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-") {
            if word == "help" { return try help(on: rest.dropFirst(), from: command, path: path) }
            command = try subcommand(word, of: command, path: path)
            path.append(word)
            rest = rest.dropFirst()
        }
        let scanned = try PoptScanner.scan(words.suffix(rest.count), options: command.options, path: path)
        if scanned.values.contains(where: { $0.option.name == "help" }) { return .help(command, path: path) }
        if case .group = command.action {
            if let word = rest.first(where: { !$0.hasPrefix("-") }) {
                _ = try subcommand(word, of: command, path: path)
            }
            throw UsageError("a command is missing", path: path)
        }
        let invocation = Invocation(
            path: path,
            values: try typed(scanned.values, path: path),
            texts: Dictionary(grouping: scanned.values, by: \.option.name).mapValues { $0.map(\.bytes) },
            operands: try place(scanned.operands, in: command.operands, path: path))
        return .run(command, invocation)
    }

    /// `fpsim help importer list` is `fpsim importer list --help`.
    private static func help(
        on words: ArraySlice<String>, from root: Command, path start: [String]
    ) throws(UsageError) -> Result {
        var command = root
        var path = start
        for word in words {
            command = try subcommand(word, of: command, path: path)
            path.append(word)
        }
        return .help(command, path: path)
    }

    private static func subcommand(_ word: String, of command: Command, path: [String]) throws(UsageError) -> Command {
        if let found = command.subcommands.first(where: { $0.name == word }) { return found }
        let nearest = NearestWord.to(word, among: command.subcommands.map(\.name))
        throw UsageError("unknown command '\(word)'", suggestion: nearest, path: path)
    }

    private static func typed(
        _ scanned: [PoptScanner.Value], path: [String]
    ) throws(UsageError) -> [String: [any Sendable]] {
        var values: [String: [any Sendable]] = [:]
        for item in scanned {
            if values[item.option.name] != nil, !item.option.repeats, item.option.placeholder != nil {
                throw UsageError("option --\(item.option.name) was given twice", path: path)
            }
            let text = String(decoding: item.bytes, as: UTF8.self)
            do throws(InvalidValue) {
                values[item.option.name, default: []].append(try item.option.parse(text))
            } catch {
                throw UsageError("option --\(item.option.name) '\(text)': \(error.reason)", path: path)
            }
        }
        return values
    }

    /// Hands the words to the operands by place. At most one operand of a command takes a list; those after it take
    /// theirs from the end. An operand with choices takes no other word.
    private static func place(
        _ words: [[UInt8]], in operands: [Operand], path: [String]
    ) throws(UsageError) -> [String: [[UInt8]]] {
        let required = operands.filter(\.isRequired)
        if words.count < required.count {
            throw UsageError("\(required[words.count].name) is missing", path: path)
        }
        var rest = words[...]
        var placed: [String: [[UInt8]]] = [:]
        for (index, operand) in operands.enumerated() {
            let requiredAfter = operands[(index + 1)...].count(where: \.isRequired)
            let available = rest.count - requiredAfter
            let taken = operand.isList ? max(available, 0) : min(max(available, 0), 1)
            placed[operand.name] = Array(rest.prefix(taken))
            if !operand.mayBeEmpty, rest.prefix(taken).contains(where: \.isEmpty) {
                throw UsageError("\(operand.name) is empty", path: path)
            }
            if case .choices(let choices) = operand.completion,
                let word = rest.prefix(taken).map({ String(decoding: $0, as: UTF8.self) })
                    .first(where: { !choices.contains($0) })
            {
                throw UsageError(
                    "\(operand.name) '\(word)': expected \(choices.joined(separator: ", "))",
                    suggestion: NearestWord.to(word, among: choices), path: path)
            }
            rest = rest.dropFirst(taken)
        }
        if let extra = rest.first {
            throw UsageError("unexpected argument '\(String(decoding: extra, as: UTF8.self))'", path: path)
        }
        return placed
    }
}
