/// States another time of modification and change.
package struct ReportTime: FaultPayload {
    package let moment: Moment
    package let attribute: Attribute

    package static let entry = FaultEntry(
        .reportTime, .metadata,
        "States another time of modification and change.",
        fields: [
            Field(
                "as", .moment(ReportTime.Moment.words), required: true,
                "1970, a day ahead, another at each look, or a date"),
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

    /// A word, or a date.
    package struct Moment: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init?(rawValue: String) {
            guard Moment.words.contains(rawValue) || CalendarDate(rawValue) != nil else { return nil }
            self.rawValue = rawValue
        }

        private init(word: String) { rawValue = word }

        package static let epoch = Moment(word: "epoch")
        package static let future = Moment(word: "future")
        package static let changing = Moment(word: "changing")
        package static let words = [epoch, future, changing].map(\.rawValue)

        /// nil: a word.
        package var date: CalendarDate? { CalendarDate(rawValue) }
    }

    package enum Attribute: String, CaseIterable, Hashable, Sendable {
        case modified
        case changed
        case both
    }
}
