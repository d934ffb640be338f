import SystemIO

/// The time as people have it, for records only: nothing is decided by a clock that may jump.
enum WallClock {
    static var milliseconds: Int64 {
        let now = FileStatus.Timestamp.now
        return now.seconds * 1000 + Int64(now.nanoseconds) / 1_000_000
    }
}
