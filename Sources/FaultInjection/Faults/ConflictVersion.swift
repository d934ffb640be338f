/// Keeps another device's version beside the item as an unresolved conflict, which an app learns of by NSFileVersion.
package struct ConflictVersion: FaultPayload {
    package let computer: String

    package static let entry = FaultEntry(
        .conflictVersion, .version,
        "Keeps another device's version beside the item as an unresolved conflict (`NSFileVersion`); the item's own"
            + " bytes stay. An item over 64 MiB gets none.",
        fields: [
            Field("from", .name, "the device that saved it (default: Another device)")
        ],
        shorthand: "from", at: .anyMoment, usually: OperationSet([.open]),
        example: "conflict-version: {from: Anna's iPad}")

    package init(computer: String = "Another device") {
        self.computer = computer
    }

    package init(_ arguments: FaultArguments) {
        computer = arguments.text("from") ?? "Another device"
    }

    package var fault: Fault { .conflictVersion(self) }
}
