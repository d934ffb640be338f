import SystemIO

/// A folder's dates, by which it tells whether a name came or went since. Somebody may work in the source while it is
/// mounted.
struct FolderMoment: Equatable {
    private let inode: UInt64
    private let modified: FileStatus.Timestamp
    private let changed: FileStatus.Timestamp

    init(_ status: FileStatus) {
        inode = status.inode
        modified = status.modified
        changed = status.changed
    }

    /// File systems date changes by a clock that ticks every few milliseconds: what changed within a tick may change
    /// again under the same date.
    static let tick = Duration.milliseconds(20)

    /// Whether nothing changed in the last while. A date that is still to come says nothing.
    func isQuiet(for time: Duration, at now: FileStatus.Timestamp = .now) -> Bool {
        let age =
            Duration.seconds(now.seconds - changed.seconds)
            + .nanoseconds(Int64(now.nanoseconds) - Int64(changed.nanoseconds))
        return age > time
    }
}
