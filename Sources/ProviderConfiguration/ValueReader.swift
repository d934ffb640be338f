import FaultInjection
import ProviderModel
import SystemIO

/// Reads one value as its field's type says.
enum ValueReader {
    /// Nil if it isn't such a value: then a problem says what is wrong and what would be right.
    static func read(
        _ node: YAMLNode, as type: FieldType, for key: String, _ problems: inout ProblemList
    ) -> FieldValue? {
        if case .oneOrMore(let element) = type { return readList(node, element, key, &problems) }
        guard case .scalar(let text, let isQuoted) = node.content, !node.isNull || type == .text && isQuoted else {
            problems.error(node.position, "'\(key)' needs \(type.meaning), not \(node.kindName)")
            return nil
        }
        switch parse(text, as: type) {
        case .success(let value): return value
        case .failure(let mistake):
            let message = mistake.message ?? "'\(text.shortened)' is no \(type.noun)"
            problems.error(
                node.position, "\(key): \(message)", suggestion: mistake.suggestion ?? "write \(type.meaning)")
            return nil
        }
    }

    private static func readList(
        _ node: YAMLNode, _ element: FieldType.Element, _ key: String, _ problems: inout ProblemList
    ) -> FieldValue? {
        guard case .sequence(let nodes) = node.content else {
            return read(node, as: element.type, for: key, &problems).map { .list([$0]) }
        }
        guard !nodes.isEmpty else {
            problems.error(node.position, "'\(key)' is an empty list", suggestion: "leave it out to mean all")
            return nil
        }
        var values: [FieldValue] = []
        for node in nodes {
            guard let value = read(node, as: element.type, for: key, &problems) else { continue }
            if values.contains(value) {
                problems.error(node.position, "'\(key)' has \(node.kindName) twice")
            } else {
                values.append(value)
            }
        }
        return values.count == nodes.count ? .list(values) : nil
    }

    /// Names and sentences, which go into every trace and status.
    static let textLimit = 4096

    struct Mistake: Error {
        var message: String?
        var suggestion: String?
    }

    private static func parse(_ text: String, as type: FieldType) -> Result<FieldValue, Mistake> {
        func value<T>(_ parsed: T?, _ wrap: (T) -> FieldValue) -> Result<FieldValue, Mistake> {
            parsed.map { .success(wrap($0)) } ?? .failure(unitMistake(text, type))
        }
        switch type {
        case .count(let least, let most):
            guard let number = wholeNumber(text) else { return .failure(Mistake()) }
            guard number >= least, number <= most else {
                return .failure(Mistake(message: "\(number) isn't between \(least) and \(most)"))
            }
            return .success(.count(number))
        case .bytes: return value(wholeNumber(text).map { ByteCount($0) } ?? ByteCount(text)) { .bytes($0) }
        case .position: return value(Position(text)) { .position($0) }
        case .size:
            return value(wholeNumber(text).map { .bytes(ByteCount($0)) } ?? Position(text)) { .position($0) }
        case .duration: return value(Duration(unitText: text)) { .duration($0) }
        case .hold: return value(Hold(text)) { .hold($0) }
        case .rate: return value(Rate(text)) { .rate($0) }
        case .odds: return value(Odds(text)) { .odds($0) }
        case .mode:
            guard text.utf8.count <= 4, let bits = Int(text, radix: 8), text.utf8.first != UInt8(ascii: "-") else {
                return .failure(Mistake())
            }
            return .success(.count(bits))
        case .truth:
            guard text == "true" || text == "false" else { return .failure(Mistake()) }
            return .success(.truth(text == "true"))
        case .text:
            if text.utf8.count > textLimit {
                let count = text.utf8.count
                return .failure(
                    Mistake(message: "the text has \(count) bytes", suggestion: "write at most \(textLimit)"))
            }
            return text.isEmpty ? .failure(Mistake(message: "the text is empty")) : .success(.text(text))
        case .name: return PathText.name(text).map { .text($0) }
        case .path: return PathText.path(text).map { .text($0) }
        case .pattern:
            do { return .success(.pattern(try PathPattern(text))) } catch {
                return .failure(
                    Mistake(message: "the glob '\(text.shortened)' \(error.explanation)", suggestion: ""))
            }
        case .ordinals: return value(Ordinals(text)) { .ordinals($0) }
        case .errno: return word(text, "error number", Errno.named.map(\.name), Errno.init(name:)) { .errno($0) }
        case .providerError:
            return word(text, "provider's error", ProviderError.allCases.map(\.rawValue), ProviderError.init) {
                .providerError($0)
            }
        case .operation:
            return word(text, "operation", Operation.allCases.map(\.rawValue), Operation.init) { .operation($0) }
        case .condition:
            return word(text, "condition", Condition.allCases.map(\.rawValue), Condition.init) { .condition($0) }
        case .choice(let choices):
            return word(text, "choice", choices, { choices.contains($0) ? $0 : nil }) { .text($0) }
        case .moment(let words):
            if words.contains(text) || CalendarDate(text) != nil { return .success(.text(text)) }
            return .failure(Mistake(message: "'\(text.shortened)' is no moment"))
        case .oneOrMore: return .failure(Mistake())
        }
    }

    private static func word<T>(
        _ text: String, _ noun: String, _ known: [String], _ find: (String) -> T?, _ wrap: (T) -> FieldValue
    ) -> Result<FieldValue, Mistake> {
        if let found = find(text) { return .success(wrap(found)) }
        return .failure(
            Mistake(
                message: "unknown \(noun) '\(text.shortened)'",
                suggestion: WordSuggestion.text(for: text, among: known) ?? ""))
    }

    /// Digits only: `+5`, `0x10` and `1e3` are no way to write a number here.
    private static func wholeNumber(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
        return Int(text)
    }

    /// A number without its unit, or with one that is nearly right.
    private static func unitMistake(_ text: String, _ type: FieldType) -> Mistake {
        if type == .ordinals, text.split(separator: ".").contains(where: { wholeNumber(String($0)) == 0 }) {
            return Mistake(message: "matches are counted from 1, so none is number 0")
        }
        if Errno(name: text) != nil {
            return Mistake(
                message: "'\(text)' is an error, no \(type.noun)",
                suggestion: "write \(type.meaning); what fails with an error is 'fail: \(text)'")
        }
        if wholeNumber(text) != nil {
            return Mistake(message: "'\(text.shortened)' has no unit", suggestion: "write \(type.meaning)")
        }
        return Mistake()
    }
}

extension FieldType.Element {
    package var type: FieldType {
        switch self {
        case .operation: .operation
        case .condition: .condition
        case .text: .text
        case .ordinals: .ordinals
        case .choice(let choices): .choice(choices)
        }
    }
}

extension String {
    /// Short enough for one line of a message.
    var shortened: String {
        let line = prefix(60).map { $0.isNewline ? " " : String($0) }.joined()
        return count > 60 ? line + "…" : line
    }
}
