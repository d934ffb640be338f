import AccessClaims
import ControlProtocol
import FUSE
import FaultInjection
import ProviderConfiguration
import ProviderModel
import ProviderSource
import SystemIO
import Trace

/// The mount process: it answers the kernel and the control socket, and carries out what the model and the rules
/// decide.
///
/// **One thread.** Everything here belongs to the event loop's thread: requests, timers, control messages, signals
/// and ended processes arrive there one after the other, so there is no lock. Nothing may block it: a call that must
/// wait keeps its reply (`hold`) and is answered from a timer or an event; notifications to the kernel, which can wait
/// for the very calls that are held here, are made by a thread of their own (`KernelNotifier`); what takes long
/// (fsync) goes to a worker and comes back through the loop's mailbox.
///
/// **How a call goes.** A handler of `FileSystem` asks `isUntouched`; if no rule, scope or state concerns the node, it
/// is answered at once. Else `gate` asks the rules, carries out what they do, and comes back when the call may go on.
/// `Operations/` holds the handlers by topic, `Faults/` what rules do, `Items/` downloads and content, `Holding/` calls
/// that wait, `Control/` the socket.
package final class ProviderServer {
    let loop: EventLoop
    let options: ServerOptions
    let plan: ProviderPlan
    let source: any Source
    let clock = MountClock()

    // What is known of the tree.
    var nodes: NodeTable
    var tracedNames = TracedNamesCache()
    var overlay = NamespaceOverlay<NodeID>()
    var items: [NodeID: Item] = [:]
    var itemExtras: [NodeID: ItemExtra] = [:]
    var nodesByItem: [ItemIdentifier: NodeID] = [:]
    var openFiles = HandleTable<OpenFile>()
    var openDirectories = HandleTable<OpenDirectory>()
    /// Folders whose listing the kernel may remember, as they were when it was asked for.
    var cachedListings: [NodeID: FolderMoment?] = [:]

    // Rules.
    var engine: FaultEngine
    /// What any rule matches: an operation that isn't in it needs no decision anywhere.
    var ruledOperations: OperationSet = []
    var isLifted = false
    var throttles: [String: TokenBucket] = [:]
    var quotas: [String: Int64] = [:]
    var firedCounts: [String: Int] = [:]
    /// The rules whose timers have been set.
    var clockRules: Set<String> = []
    /// Whether a rule may end or hold open files too, so that none is handed to the kernel.
    var rulesTakeAllAway = false
    /// Whether a rule may move a folder by what is done to something in it.
    var rulesMoveThings = false
    /// Versions beside the present ones, by the node that has their bytes.
    var fileVersions: [NodeID: FileVersion] = [:]
    var versionsFolder: NodeID?
    /// The placeholders that stand in for items, by the item.
    var placeholders: [NodeID: NodeID] = [:]

    // What callers write.
    /// Files that were made here and have been open since: nobody has given them a capability.
    var bareNodes: Set<NodeID> = []
    var openModes: [NodeID: OpenMode] = [:]
    var passthroughFailed = false
    /// Items that callers changed since their version began.
    var changedNodes: Set<NodeID> = []
    /// Bytes that a rule may put back.
    var versionsBefore: [NodeID: [UInt8]] = [:]
    var rulesPutBack = false
    /// nil as long as no rule loses what isn't durable.
    var unsynced: UnsyncedLog?

    // Who waits, and what the provider is doing.
    var held = HeldCalls()
    var leavingCallers = LeavingCallers()
    var downloads = DownloadTable()
    var provider = ProviderState()
    var listingBuffer = ListingBuffer()

    // Who may do what.
    var scopes = ScopeTable()
    var claims = ClaimArbiter()
    var coordination = CoordinationTable()
    var registered = RegisteredTrees()
    /// Whether somebody said which processes are under test: then no other is found fault with.
    var hasHarness = false
    var processes = ProcessCache()

    // The control socket.
    var listener: ControlListener?
    var connections: [Int: ControlConnection] = [:]
    var connectionsByProcess: [Int32: Set<Int>] = [:]
    var coveringConnections: Set<Int> = []
    var lastConnection = 0
    var bookmarks: [String: Bookmark] = [:]
    /// The picks whose copy is to be purged, by token.
    var inboxPurges: [String: InboxPurge] = [:]
    var findings: [Finding] = []
    /// Answers that wait until another thread has told the kernel what they changed, or has purged a copy.
    var untold: [Int: () -> Void] = [:]
    var lastUntold = 0
    /// What is called when a connection closes whose process waits for a rule to let go, by connection.
    var departures: [Int: [Int: () -> Void]] = [:]
    var waits = ConditionWaits()

    /// By what other threads' work finds its way back.
    lazy var reference = ServerReference(self)

    // The mount.
    var session: FileSystemSession?
    var notifier: KernelNotifier?
    var trace: TraceWriter?
    var traceFlush: TimerQueue.Token?
    /// Why the trace isn't whole, and how many events it lacks; known when the mount has ended.
    var traceLoss: (Errno, Int64)?
    /// Whether the mount has been announced. Before, only its own process asks, and no rule counts that.
    var knowsRoot = false
    var isEnding = false
    /// Called once everything has ended.
    package var ended: (() -> Void)?

    /// - Parameter source: the tree beneath, which no rule modifies.
    package init(
        loop: EventLoop, source: any Source, plan: ProviderPlan, options: ServerOptions
    ) {
        self.loop = loop
        self.source = source
        self.plan = plan
        self.options = options
        nodes = NodeTable(root: source.root)
        engine = FaultEngine(rules: plan.rules, seed: options.seed ?? plan.seed)
        scopes.maximumPerProcess = plan.grantLimit
        scopes.nests = plan.profile != .strict
        rulesChanged()
    }

    deinit { reference.server = nil }

    var now: MountTime { clock.now }
    var seed: UInt64 { engine.seed }
}
