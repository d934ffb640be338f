/// Lists a name that isn't there: opening it fails with ENOENT.
package struct Phantom: FaultPayload {
    package let name: String

    package static let entry = FaultEntry(
        .phantom, .listing,
        "Lists a name that isn't there: opening it fails with ENOENT.",
        fields: [
            Field("name", .name, required: true, "the name")
        ],
        shorthand: "name", at: OperationSet([.opendir, .readdir]), usually: OperationSet([.opendir]),
        example: "phantom: ghost.pdf")

    package init(name: String) {
        self.name = name
    }

    package init(_ arguments: FaultArguments) {
        name = arguments.text("name") ?? "phantom.pdf"
    }

    package var fault: Fault { .phantom(self) }
}
