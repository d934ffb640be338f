import FUSE
import ProviderModel
import SystemIO

/// The downloads that run, with their timers, and the bandwidth that they share.
struct DownloadTable {
    /// By the item rule whose items share it; nil: no limit.
    var buckets: [Int: TokenBucket] = [:]
    var timers: [NodeID: TimerQueue.Token] = [:]
    /// The last progress that the trace has of each, in twentieths.
    var reported: [NodeID: Int] = [:]

    /// The failure that a rule planned for each, with all that it says.
    var failures: [NodeID: CallFailure] = [:]

    var running: Int { timers.count }
}
