import FaultInjection
import ProviderModel

extension FieldType {
    /// What it is called: "no size".
    var noun: String {
        switch self {
        case .count: "whole number"
        case .bytes, .size: "size"
        case .position: "place in a file"
        case .duration: "duration"
        case .hold: "duration"
        case .rate: "rate"
        case .odds: "odds"
        case .errno: "error number"
        case .providerError: "provider's error"
        case .mode: "mode"
        case .text: "text"
        case .name: "name"
        case .path: "path"
        case .pattern: "glob"
        case .truth: "truth"
        case .choice: "choice"
        case .moment: "moment"
        case .operation: "operation"
        case .condition: "condition"
        case .ordinals: "ordinal"
        case .oneOrMore(let element): element.type.noun
        }
    }

    /// What may be written, with an example.
    package var meaning: String {
        switch self {
        case .count(let least, _): "a whole number from \(least) on"
        case .bytes: "a number of bytes, such as 100 or 64KiB"
        case .position: "a size with its unit or a percentage, such as 64KiB or 40%"
        case .size: "a number of bytes or a percentage, such as 0, 64KiB or 40%"
        case .duration: "a duration with its unit, such as 300ms, 5s or 2min"
        case .hold: "a duration with its unit, such as 300ms or 5s, or forever"
        case .rate: "a rate, such as 64KiB/s"
        case .odds: "odds in whole numbers, such as 1/20"
        case .errno: "an error number's symbol, such as EIO"
        case .providerError: "a provider's error, such as server-unreachable"
        case .mode: "permission bits in octal, such as 0644"
        case .text: "a text"
        case .name: "a name without '/'"
        case .path: "a path relative to the mount's root, such as Archive/2025"
        case .pattern: "a glob, such as **/*.pdf"
        case .truth: "true or false"
        case .choice(let choices): "one of \(choices.joined(separator: ", "))"
        case .moment(let words):
            "\(words.joined(separator: ", ")), or a date such as 1601-01-01 or 2026-01-31T12:00:00Z"
        case .operation: "an operation, such as open"
        case .condition: "a condition, such as dataless"
        case .ordinals: "which match, such as 1, 2..5 or 3.."
        case .oneOrMore(let element): element.type.meaning + ", or a list of such"
        }
    }
}
