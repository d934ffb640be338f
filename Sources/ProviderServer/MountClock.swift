import ProviderModel
import SystemIO

/// Time since the mount began.
struct MountClock {
    let start = MonotonicTime.now
    let startedAt = FileStatus.Timestamp.now

    var now: MountTime { time(of: .now) }

    func time(of moment: MonotonicTime) -> MountTime {
        MountTime(nanoseconds: Int64(clamping: moment.nanoseconds - start.nanoseconds))
    }

    /// When a moment of the mount's comes on the loop's clock.
    func deadline(_ time: MountTime) -> MonotonicTime {
        time == .never
            ? .distantFuture : MonotonicTime(nanoseconds: start.nanoseconds + UInt64(max(0, time.nanoseconds)))
    }

    /// A moment of the mount's on the wall clock.
    func timestamp(of time: MountTime) -> FileStatus.Timestamp {
        let nanoseconds = Int64(startedAt.nanoseconds) + max(0, min(time.nanoseconds, .max / 2))
        return FileStatus.Timestamp(
            seconds: startedAt.seconds + nanoseconds / 1_000_000_000, nanoseconds: UInt32(nanoseconds % 1_000_000_000))
    }

    /// Seconds since 1970 at which the mount began.
    var startedAtSeconds: Double { Double(startedAt.seconds) + Double(startedAt.nanoseconds) / 1e9 }
}
