/// Changes the case of the item's name.
package struct ChangeCase: FaultPayload {
    package let target: Case

    package static let entry = FaultEntry(
        .changeCase, .names,
        "Changes the case of the item's name.",
        fields: [
            Field("to", .choice(ChangeCase.Case.allCases.map(\.rawValue)), required: true, "which case")
        ],
        shorthand: "to", at: .anyMoment, usually: OperationSet([.open]),
        example: "change-case: upper")

    package init(target: Case) {
        self.target = target
    }

    package init(_ arguments: FaultArguments) {
        target = arguments.choice("to") ?? .upper
    }

    package var fault: Fault { .changeCase(self) }

    package enum Case: String, CaseIterable, Hashable, Sendable {
        case upper
        case lower
    }

    package func newName(for old: String) -> String {
        switch target {
        case .upper: old.uppercased()
        case .lower: old.lowercased()
        }
    }
}
