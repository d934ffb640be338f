/// A moment as people write it: `1601-01-01`, or `2026-01-31T12:00:00Z`.
package struct CalendarDate: Hashable, Sendable {
    /// Since 1970, in UTC.
    package let seconds: Int64

    package init?(_ text: String) {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = CalendarDate.numbers(parts[0], separator: "-", digits: [4, 2, 2])
        guard let date, (1...12).contains(date[1]), (1...CalendarDate.days(in: date[1], of: date[0])).contains(date[2])
        else { return nil }
        var seconds = CalendarDate.daysSince1970(date[0], date[1], date[2]) * 86_400
        if parts.count == 2 {
            guard parts[1].last == "Z",
                let time = CalendarDate.numbers(parts[1].dropLast(), separator: ":", digits: [2, 2, 2]),
                time[0] < 24, time[1] < 60, time[2] < 60
            else { return nil }
            seconds += time[0] * 3600 + time[1] * 60 + time[2]
        }
        self.seconds = seconds
    }

    private static func numbers(_ text: some StringProtocol, separator: Character, digits: [Int]) -> [Int64]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == digits, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        return parts.compactMap { Int64($0) }
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
    }

    /// In the calendar that is used today, for all time: years begin in March, so that the leap day is their last.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
