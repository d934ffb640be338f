import FUSE
import FaultInjection
import ProviderModel
import SystemIO

/// How a wait ended.
enum HoldEnding {
    /// Its time was up, or somebody released it: the call goes on.
    case over
    /// The caller left.
    case interrupted
    case failed(CallFailure)
}

/// The calls that wait for something: a rule's time, a download, a provider that hangs. No thread waits with them.
struct HeldCalls {
    struct ID: Hashable {
        let rawValue: Int
    }

    enum Reason: Equatable {
        case rule(String)
        /// The rule is the one that stalls the download, if one does.
        case download(NodeID)
        case provider
    }

    struct Entry {
        let operation: Operation
        let path: String
        let node: NodeID
        let process: CallingProcess?
        let reason: Reason
        let since: MountTime
        /// nil: until somebody ends it.
        var timer: TimerQueue.Token?
        let resume: (HoldEnding) -> Void
    }

    private var entries: [ID: Entry] = [:]
    private var lastID = 0

    var count: Int { entries.count }

    mutating func add(_ entry: Entry) -> ID {
        lastID += 1
        let id = ID(rawValue: lastID)
        entries[id] = entry
        return id
    }

    mutating func setTimer(_ timer: TimerQueue.Token, of id: ID) {
        entries[id]?.timer = timer
    }

    mutating func remove(_ id: ID) -> Entry? {
        entries.removeValue(forKey: id)
    }

    /// In the order in which they came.
    func ids(where isWanted: (Entry) -> Bool) -> [ID] {
        entries.filter { isWanted($0.value) }.keys.sorted { $0.rawValue < $1.rawValue }
    }

    func count(where isWanted: (Entry) -> Bool) -> Int {
        entries.values.count(where: isWanted)
    }

    var all: [Entry] {
        entries.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }

    /// How many calls each rule holds.
    var countByRule: [String: Int] {
        entries.values.reduce(into: [:]) { counts, entry in
            if case .rule(let rule) = entry.reason { counts[rule, default: 0] += 1 }
        }
    }
}
