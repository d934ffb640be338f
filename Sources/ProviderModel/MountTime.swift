/// A moment on the monotonic clock, counted from when the mount began. The model never asks for the time: whoever
/// calls it says what time it is.
package struct MountTime: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static let zero = MountTime(nanoseconds: 0)
    /// A time that never comes: what `forever` ends at.
    package static let never = MountTime(nanoseconds: .max)

    package static func < (left: MountTime, right: MountTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Never overflows: what would be too late is `never`.
    package static func + (left: MountTime, right: Duration) -> MountTime {
        let (seconds, attoseconds) = right.components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .zero : .never }
        let (whole, second) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        let (sum, third) = left.nanoseconds.addingReportingOverflow(whole)
        return second || third ? .never : MountTime(nanoseconds: sum)
    }

    package static func - (left: MountTime, right: MountTime) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }
}
