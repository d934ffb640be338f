/// Puts something else in the item's place while it is in use.
package struct Replace: FaultPayload {
    package let content: Content
    package let item: String?
    package let isInPlace: Bool
    package let keepsIdentity: Bool
    package let isCoordinated: Bool

    package static let entry = FaultEntry(
        .replace, .version,
        "Puts something else in the item's place while it is in use.",
        fields: [
            Field("with", .choice(Replace.Content.allCases.map(\.rawValue)), required: true, "what"),
            Field("item", .path, "with `item`: whose content it gets, by path"),
            Field(
                "in-place", .truth,
                "open files see the new bytes too, as on SMB and USB (default: false, they keep the old ones)"),
            Field(
                "same-identity", .truth,
                "the item keeps its identifier (default: true); otherwise another item has its name"),
            Field("coordinated", .truth, "the provider takes a write claim first, as a good one does (default: true)"),
        ],
        shorthand: "with", at: .anyMoment, usually: OperationSet([.open]),
        example: "replace: {with: newer}")

    package init(
        content: Content, item: String? = nil, isInPlace: Bool = false, keepsIdentity: Bool = true,
        isCoordinated: Bool = true
    ) {
        self.content = content
        self.item = item
        self.isInPlace = isInPlace
        self.keepsIdentity = keepsIdentity
        self.isCoordinated = isCoordinated
    }

    package init(_ arguments: FaultArguments) {
        content = arguments.choice("with") ?? .newer
        item = arguments.text("item")
        isInPlace = arguments.truth("in-place") ?? false
        keepsIdentity = arguments.truth("same-identity") ?? true
        isCoordinated = arguments.truth("coordinated") ?? true
    }

    package var fault: Fault { .replace(self) }

    package enum Content: String, CaseIterable, Hashable, Sendable {
        case newer
        case older
        case garbage
        case html
        case empty
        case directory
        case item
    }

    package var contradiction: String? {
        if content == .item, item == nil { return "needs the other item's path: {with: item, item: PATH}" }
        if content != .item, item != nil { return "names an item, but isn't {with: item}" }
        return nil
    }
}
