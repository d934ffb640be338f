/// The JSON Schema of a trace's lines, made from the one list of fields.
package enum TraceSchema {
    package static var text: String {
        let kinds = TraceEvent.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let fields = TraceField.allCases.map { field -> String in
            let type =
                switch field {
                case .kind: "\"enum\": [\(kinds)]"
                case .t, .n, .pid: "\"type\": \"integer\""
                default:
                    switch field.storage {
                    case .number: "\"type\": \"integer\""
                    default: "\"type\": \"string\""
                    }
                }
            return "        \"\(field.rawValue)\": {\(type), \"description\": \"\(escaped(field.meaning))\"}"
        }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "A line of an fpsim trace",
              "description": "The first line is the header, every other an event. A field that doesn't apply is absent.",
              "oneOf": [
                {
                  "title": "header",
                  "type": "object",
                  "properties": {
                    "trace": {"const": \(TraceHeader.currentFormat)},
                    "mount": {"type": "string"},
                    "provider": {"type": "string"},
                    "seed": {"type": "integer"},
                    "startedAt": {"type": "string", "format": "date-time"},
                    "scope": {"enum": ["required", "none"]},
                    "profile": {"enum": ["strict", "lax", "mac"]}
                  },
                  "required": ["trace", "mount", "provider", "seed", "startedAt"]
                },
                {
                  "title": "event",
                  "type": "object",
                  "properties": {
            \(fields.joined(separator: ",\n"))
                  },
                  "required": ["t", "n", "kind"]
                }
              ]
            }

            """
    }

    private static func escaped(_ text: String) -> String { text.replacing("\"", with: "\\\"") }
}
