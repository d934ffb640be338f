/// A trace may come from anybody, with any numbers in it: what is too large or too small is the largest or smallest
/// there is.
extension Int64 {
    package func addingWithoutOverflow(_ other: Int64) -> Int64 {
        let (sum, hasOverflowed) = addingReportingOverflow(other)
        return hasOverflowed ? (other > 0 ? .max : .min) : sum
    }

    package func subtractingWithoutOverflow(_ other: Int64) -> Int64 {
        let (difference, hasOverflowed) = subtractingReportingOverflow(other)
        return hasOverflowed ? (other > 0 ? .min : .max) : difference
    }

    /// The whole part; 0 of what is no number.
    package init(saturating value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}
