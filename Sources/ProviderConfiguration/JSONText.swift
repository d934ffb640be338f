/// A JSON value whose keys keep their order, for what people read and compare: schemas and reports.
package indirect enum JSONText: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    case string(String)
    case number(Int)
    case truth(Bool)
    case null
    case array([JSONText])
    case object([(key: String, value: JSONText)])

    package init(stringLiteral value: String) {
        self = .string(value)
    }

    package init(arrayLiteral elements: JSONText...) {
        self = .array(elements)
    }

    /// Indented by two spaces a level; an empty array or object is on one line.
    package func text(indentation: Int = 0) -> String {
        let outer = String(repeating: "  ", count: indentation)
        let inner = outer + "  "
        switch self {
        case .string(let text): return JSONText.quoted(text)
        case .number(let number): return String(number)
        case .truth(let truth): return truth ? "true" : "false"
        case .null: return "null"
        case .array(let elements):
            if elements.isEmpty { return "[]" }
            let lines = elements.map { inner + $0.text(indentation: indentation + 1) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map {
                inner + JSONText.quoted($0.key) + ": " + $0.value.text(indentation: indentation + 1)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
