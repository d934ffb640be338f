/// Keeps what was written as a copy beside the item, which stays what it was.
package struct ConflictCopy: FaultPayload {
    package let name: String

    package static let entry = FaultEntry(
        .conflictCopy, .writing,
        "Keeps what was written as a copy beside the item, which stays what it was.",
        fields: [
            Field("name", .name, "the copy's name; `*` stands for the item's (default: `* (conflict)`)")
        ],
        shorthand: "name", at: OperationSet([.release, .fsync, .rename, .upload]), usually: OperationSet([.release]),
        example: "conflict-copy: {}")

    package init(name: String = "* (conflict)") {
        self.name = name
    }

    package init(_ arguments: FaultArguments) {
        name = arguments.text("name") ?? "* (conflict)"
    }

    package var fault: Fault { .conflictCopy(self) }

    /// What the copy of an item of this name is called: the mark goes before the extension.
    package func copyName(for old: String) -> String {
        let parts = old.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, !parts[0].isEmpty, let suffix = parts.last else { return filled(old) }
        return filled(parts.dropLast().joined(separator: ".")) + "." + suffix
    }

    private func filled(_ old: String) -> String {
        name.split(separator: "*", omittingEmptySubsequences: false).joined(separator: old)
    }
}
