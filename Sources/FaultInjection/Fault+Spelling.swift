import ProviderModel
import SystemIO

extension Fault {
    /// The fault as a provider-config writes it, with every detail: `stall: {at: 40%, for: forever}`.
    ///
    /// A payload's properties stand in the order of its fields, which a test holds them to by reading each spelling
    /// back.
    package var spelling: String {
        let entry = kind.entry
        let details = zip(entry.fields, Mirror(reflecting: payload).children).compactMap { field, child in
            Fault.text(child.value, field.type).map { "\(field.name): \($0)" }
        }
        return "\(kind.rawValue): {\(details.joined(separator: ", "))}"
    }

    /// Nil where there is nothing to write.
    private static func text(_ value: Any, _ type: FieldType) -> String? {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            return mirror.children.first.flatMap { text($0.value, type) }
        }
        switch value {
        case let number as Int:
            if type == .mode {
                let digits = String(number, radix: 8)
                return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            }
            return String(number)
        case let truth as Bool: return truth ? "true" : "false"
        case let duration as Duration: return duration.unitText
        case let errno as Errno: return errno.name
        case let choice as any RawRepresentable<String>: return choice.rawValue
        case let text as String: return quoted(text)
        default: return "\(value)"
        }
    }

    /// Double-quoted, so that no text can be taken for anything else.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
