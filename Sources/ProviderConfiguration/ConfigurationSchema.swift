import FaultInjection
import SystemIO

/// The JSON Schema of provider-configs, for editors: made from the same tables as the parser.
package enum ConfigurationSchema {
    package static var text: String {
        var members: [(key: String, value: JSONText)] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", "fpsim provider-config"),
        ]
        members += object(ConfigurationTable.file)
        return JSONText.object(members).text() + "\n"
    }

    private static func object(_ table: ConfigurationTable) -> [(key: String, value: JSONText)] {
        let properties = table.keys.map { key in
            (key: key.name, value: described(shape(key.shape), key.about))
        }
        return [
            ("type", "object"), ("additionalProperties", .truth(false)),
            ("required", .array(table.keys.filter(\.required).map { .string($0.name) })),
            ("properties", .object(properties)),
        ]
    }

    private static func described(
        _ members: [(key: String, value: JSONText)], _ about: String
    ) -> JSONText {
        .object([("description", .string(about))] + members)
    }

    private static func shape(_ shape: ConfigurationTable.Shape) -> [(key: String, value: JSONText)] {
        switch shape {
        case .value(let type): value(type)
        case .texts: oneOrMore(value(.text))
        case .mapping(let table): object(table)
        case .list(let table): [("type", "array"), ("items", .object(object(table)))]
        case .fault: fault
        }
    }

    private static func oneOrMore(_ members: [(key: String, value: JSONText)]) -> [(key: String, value: JSONText)] {
        [
            (
                "oneOf",
                [
                    .object(members),
                    .object([("type", "array"), ("minItems", .number(1)), ("items", .object(members))]),
                ]
            )
        ]
    }

    private static var fault: [(key: String, value: JSONText)] {
        let kinds = Fault.Kind.allCases.map { kind in
            (key: kind.rawValue, value: described(details(kind.entry), kind.entry.about))
        }
        return [
            ("type", "object"), ("additionalProperties", .truth(false)), ("minProperties", .number(1)),
            ("maxProperties", .number(1)), ("properties", .object(kinds)),
        ]
    }

    /// A fault's mapping of details, or the one value that stands for it.
    private static func details(_ entry: FaultEntry) -> [(key: String, value: JSONText)] {
        let required = entry.fields.filter(\.required).map(\.name)
        let mapping: [(key: String, value: JSONText)] = [
            ("type", "object"), ("additionalProperties", .truth(false)),
            ("required", .array(required.map { .string($0) })),
            ("properties", .object(entry.fields.map { ($0.name, described(value($0.type), $0.about)) })),
        ]
        var forms: [JSONText] = [.object(mapping)]
        if let field = entry.fields.first(where: { $0.name == entry.shorthand }),
            required.allSatisfy({ $0 == field.name })
        {
            forms.append(.object(value(field.type)))
        }
        if required.isEmpty { forms.append(.object([("type", "null")])) }
        return forms.count == 1 ? mapping : [("oneOf", .array(forms))]
    }

    // MARK: Values

    private static let size = "[0-9]+(\\.[0-9]+)? ?(TiB|TB|GiB|GB|MiB|MB|KiB|kB|B)"
    private static let percent = "[0-9]+(\\.[0-9]+)? ?%"
    private static let duration = "[0-9]+(\\.[0-9]+)? ?(us|µs|ms|s|m|min|h)"

    private static func value(_ type: FieldType) -> [(key: String, value: JSONText)] {
        switch type {
        case .count(let least, let most):
            [("type", "integer"), ("minimum", .number(least)), ("maximum", .number(most))]
        case .bytes: numberOr("^\(size)$")
        case .position: pattern("^(\(size)|\(percent))$")
        case .size: numberOr("^(\(size)|\(percent))$")
        case .duration: pattern("^\(duration)$")
        case .hold: pattern("^(\(duration)|forever)$")
        case .rate: pattern("^\(size)/s$")
        case .odds: pattern("^[0-9]+/[0-9]+$")
        case .mode: [("type", ["string", "integer"])]
        case .text:
            [
                ("type", ["string", "number", "boolean"]), ("minLength", .number(1)),
                ("maxLength", .number(ValueReader.textLimit)),
            ]
        case .name: pattern("^[^/]+$")
        case .path, .pattern: pattern("^[^/]")
        case .truth: [("type", "boolean")]
        case .ordinals: numberOr("^0*[1-9][0-9]*(\\.\\.(0*[1-9][0-9]*)?)?$", least: 1)
        case .errno: choice(Errno.named.map(\.name))
        case .providerError: choice(ProviderError.allCases.map(\.rawValue))
        case .choice(let choices): choice(choices)
        case .moment(let words):
            pattern("^(\(words.joined(separator: "|"))|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?)$")
        case .operation: choice(Operation.allCases.map(\.rawValue))
        case .condition: choice(Condition.allCases.map(\.rawValue))
        case .oneOrMore(let element): oneOrMore(value(element.type))
        }
    }

    private static func pattern(_ expression: String) -> [(key: String, value: JSONText)] {
        [("type", "string"), ("pattern", .string(expression))]
    }

    private static func numberOr(_ expression: String, least: Int = 0) -> [(key: String, value: JSONText)] {
        [("oneOf", [.object([("type", "integer"), ("minimum", .number(least))]), .object(pattern(expression))])]
    }

    private static func choice(_ choices: [String]) -> [(key: String, value: JSONText)] {
        [("enum", .array(choices.map { .string($0) }))]
    }
}
