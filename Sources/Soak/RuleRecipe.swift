import ProviderConfiguration

/// A provider's rule as data that can be generated, made smaller, and written as a provider-config.
package struct RuleRecipe: Codable, Hashable, Sendable {
    package var name: String
    /// Empty: the operations that the fault is for.
    package var operations: [String]
    /// A glob; nil: every path.
    package var path: String?
    /// What else stands in `when`.
    package var conditions: [Setting]
    package var fault: String
    /// What stands after the fault's name.
    package var arguments: [Setting]

    package init(
        name: String = "", operations: [String] = [], path: String? = nil, conditions: [Setting] = [], fault: String,
        arguments: [Setting] = []
    ) {
        self.name = name
        self.operations = operations
        self.path = path
        self.conditions = conditions
        self.fault = fault
        self.arguments = arguments
    }

    /// As an item of the config's list of rules.
    var yaml: String {
        var when: [String] = []
        if operations.count == 1 { when.append("operation: \(operations[0])") }
        if operations.count > 1 { when.append("operation: [\(operations.joined(separator: ", "))]") }
        if let path { when.append("path: \(YAMLText.quoted(path))") }
        when += conditions.map { "\($0.key): \($0.value.text)" }
        let details = arguments.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        return """
              - name: \(YAMLText.quoted(name))
                when: {\(when.joined(separator: ", "))}
                do: {\(fault): {\(details)}}

            """
    }
}
