import Synchronization
import SystemIO

/// The time as people have it, for records only: nothing is decided by a clock that may jump.
enum WallClock {
    /// What tests set it by, in milliseconds.
    static let shift = Atomic<Int64>(0)

    static var milliseconds: Int64 {
        let now = FileStatus.Timestamp.now
        return now.seconds * 1000 + Int64(now.nanoseconds) / 1_000_000 + shift.load(ordering: .relaxed)
    }
}
