/// Changes the Unicode normalization of the item's name: other bytes for the same text.
package struct ChangeNormalization: FaultPayload {
    package let form: Form

    package static let entry = FaultEntry(
        .changeNormalization, .names,
        "Changes the Unicode normalization of the item's name: other bytes for the same text.",
        fields: [
            Field(
                "to", .choice(ChangeNormalization.Form.allCases.map(\.rawValue)), required: true,
                "composed (nfc) or decomposed (nfd)")
        ],
        shorthand: "to", at: .anyMoment, usually: OperationSet([.open]),
        example: "change-normalization: nfd")

    package init(form: Form) {
        self.form = form
    }

    package init(_ arguments: FaultArguments) {
        form = arguments.choice("to") ?? .nfd
    }

    package var fault: Fault { .changeNormalization(self) }

    package enum Form: String, CaseIterable, Hashable, Sendable {
        case nfc
        case nfd
    }
}
