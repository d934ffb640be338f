import FUSE
import FaultInjection
import ProviderModel
import SystemIO

/// One request of the kernel, or of the control socket, while it is under way: what rules match, and what the trace
/// records when it is answered.
struct Call {
    let operation: Operation
    /// What it is about; of a name that is looked up or made, the folder.
    let node: NodeID
    let name: FileName?
    /// 0 where nobody in particular asks (RELEASE, readahead).
    let threadID: Int32
    let startedAt: MonotonicTime
    var offset: Int64?
    var length: Int64?
    /// Rename's and link's other name.
    var otherFolder: NodeID?
    var otherName: FileName?
    /// Open flags, for opens.
    var flags: Int32?
    /// States that only the caller of `gate` knows: writing, for uploading.
    var conditions: ConditionSet = []

    init(
        _ operation: Operation, _ node: NodeID, name: FileName? = nil, threadID: Int32,
        offset: Int64? = nil, length: Int64? = nil
    ) {
        self.operation = operation
        self.node = node
        self.name = name
        self.threadID = threadID
        self.offset = offset
        self.length = length
        startedAt = .now
    }
}

/// Why a call fails, and who made it fail.
struct CallFailure: Error {
    var errno: Errno
    /// The rule whose doing it is; nil for an error of the file system's own.
    var rule: String?
    /// What an app that asked for coordinated access is told instead.
    var provider: ProviderError?

    init(_ errno: Errno, rule: String? = nil, provider: ProviderError? = nil) {
        self.errno = errno
        self.rule = rule
        self.provider = provider
    }
}
