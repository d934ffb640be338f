/// States another time of modification and change.
package struct ReportTime: FaultPayload {
    package let moment: Moment
    package let attribute: Attribute

    package static let entry = FaultEntry(
        .reportTime, .metadata,
        "States another time of modification and change.",
        fields: [
            Field(
                "as", .choice(ReportTime.Moment.allCases.map(\.rawValue)), required: true,
                "1970, a day ahead, or another at each look"),
            Field("of", .choice(ReportTime.Attribute.allCases.map(\.rawValue)), "which time (default: both)"),
        ],
        shorthand: "as", at: .attributes, usually: OperationSet([.lookup, .getattr]),
        example: "report-time: {as: changing, of: changed}")

    package init(moment: Moment, attribute: Attribute = .both) {
        self.moment = moment
        self.attribute = attribute
    }

    package init(_ arguments: FaultArguments) {
        moment = arguments.choice("as") ?? .changing
        attribute = arguments.choice("of") ?? .both
    }

    package var fault: Fault { .reportTime(self) }

    package enum Moment: String, CaseIterable, Hashable, Sendable {
        case epoch
        case future
        case changing
    }

    package enum Attribute: String, CaseIterable, Hashable, Sendable {
        case modified
        case changed
        case both
    }
}
