import Glibc

/// A moment of the clock that no one sets (`CLOCK_MONOTONIC`), in nanoseconds.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    /// A moment that never comes.
    package static let distantFuture = MonotonicTime(nanoseconds: .max)

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Saturates at `distantFuture` and at zero.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let change = duration.nanosecondsSaturating
        if change < 0 {
            let (difference, underflow) = time.nanoseconds.subtractingReportingOverflow(change.magnitude)
            return MonotonicTime(nanoseconds: underflow ? 0 : difference)
        }
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(UInt64(change))
        return overflow ? distantFuture : MonotonicTime(nanoseconds: sum)
    }

    package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        left >= right
            ? .nanoseconds(Int64(clamping: left.nanoseconds - right.nanoseconds))
            : .nanoseconds(-Int64(clamping: right.nanoseconds - left.nanoseconds))
    }
}

extension Duration {
    /// The whole nanoseconds, or the largest number there is.
    package var nanosecondsSaturating: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return sumOverflow ? (seconds < 0 ? .min : .max) : sum
    }
}
