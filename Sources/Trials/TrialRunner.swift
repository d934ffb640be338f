import ControlProtocol
import FoundationEssentials
import ProviderConfiguration
import Reporting
import SystemIO
import Trace

/// Carries out a trial: a fresh mount, a fresh library, a TMPDIR of its own, one step after the other, and writes down
/// what the witnesses show.
///
/// Confined to one thread, but for the imports of a step, which run at the same time.
package final class TrialRunner {
    package struct Setting: Sendable {
        /// The absolute path of fpsim.
        package var program: String
        package var importer: ImporterUnderTest
        /// How long one import may take.
        package var bound: Duration
        package var documents: TrialDocuments
        package var seed: UInt64?
        /// Over the configs'.
        package var profile: String?
        /// Files that the importer keeps beside its entries, by `ImporterBaseline`.
        package var baseline: Set<String>
        /// Whether it has the verb `refer`, by `ReferenceTrial`.
        package var keepsReferences = false
        /// Where the trial's folder is made; nil: the user's temporary folder.
        package var parent: String?
        /// Whether each mount has a process that is started for it.
        package var startsProviders = false
        /// Asked often: whether the trial is to be given up at once, with its importers killed.
        package var isInterrupted: (@Sendable () -> Bool)?

        package init(
            program: String, importer: ImporterUnderTest, bound: Duration = .seconds(30),
            documents: TrialDocuments = .usual, seed: UInt64? = nil, profile: String? = nil,
            baseline: Set<String> = [], parent: String? = nil
        ) {
            self.profile = profile
            self.program = program
            self.importer = importer
            self.bound = bound
            self.documents = documents
            self.seed = seed
            self.baseline = baseline
            self.parent = parent
        }
    }

    let setting: Setting
    let workspace: Workspace
    let configs: [String]
    var provider: MountedProvider
    var witnesses: Witnesses
    /// Where each document is now, by where it was laid out; nil: it is gone.
    var locations: [ExactPath: String]
    let library: TrialLibrary
    /// An import succeeded, and what it added hasn't been looked at yet.
    private var owesSnapshot = false
    private var tree = FileTree()
    private var mounts = 1
    /// Added to the sequence numbers and times of a provider that took another's place.
    private var sequenceBase: UInt64 = 0
    private var timeBase: Int64 = 0

    /// Lays out the documents and mounts.
    /// - Parameter configs: The files that `plan` was read from.
    /// - Parameter steps: What is going to be done: whether the library needs a mount of its own.
    /// - Throws: `TrialFailure`.
    package init(
        plan: ProviderPlan, configs: [String], setting: Setting, steps: [TrialStep] = []
    ) throws(TrialFailure) {
        do throws(Errno) { try ProcessTree.becomeSubreaper() } catch {
            throw TrialFailure("this process can't become a subreaper: \(error)")
        }
        self.setting = setting
        self.configs = configs
        workspace = try Workspace(in: setting.parent)
        let documents = try setting.documents.adding(plan.documents).layOut(in: workspace, folder: "source")
        witnesses = Witnesses(
            plan: plan, documents: documents, bound: setting.bound, baseline: setting.baseline)
        locations = Dictionary(uniqueKeysWithValues: documents.map { (ExactPath($0.path), $0.path) })
        library = try TrialLibrary(
            in: workspace, setting: setting, isMounted: steps.contains(where: \.needsLibraryMount))
        try workspace.makeFolder("tmp")
        try workspace.makeFolder("inbox")
        try workspace.makeFolder("provider")
        provider = try Self.mount(setting, workspace, configs, number: 1)
        witnesses.harness = Set([ProcessFacts.own, provider.pid, library.pid].compactMap { $0 })
    }

    private static func mount(
        _ setting: Setting, _ workspace: Workspace, _ configs: [String], number: Int
    ) throws(TrialFailure) -> MountedProvider {
        try MountedProvider(
            program: setting.program, source: "\(workspace.path)/source", mountpoint: "\(workspace.path)/provider",
            trace: "\(workspace.path)/trace.\(number).jsonl",
            options: MountedProvider.Options(
                configs: configs, seed: setting.seed,
                arguments: setting.profile.map { ["--profile", $0] } ?? [], isFresh: setting.startsProviders))
    }

    deinit {
        // A trial that was given up: the folder can't go while something is mounted in it.
        try? library.end()
        try? provider.end()
    }

    /// Carries out the steps, unmounts, and returns what was witnessed.
    /// - Throws: `TrialFailure`: the trial itself failed; nothing is known about the importer.
    package func run(_ steps: [TrialStep]) throws(TrialFailure) -> Witnesses {
        for step in steps {
            if setting.isInterrupted?() == true { throw .interrupted }
            try perform(step)
        }
        try payLook()
        try collectTrace()
        witnesses.strayFiles = tree.files(in: "\(workspace.path)/tmp").map { "TMPDIR/" + $0.path }
        witnesses.strayFiles += library.strayFiles
        try library.end()
        try provider.end()
        return witnesses
    }

    private func perform(_ step: TrialStep) throws(TrialFailure) {
        switch step {
        case .importing(let requests):
            try importAtOnce(requests)
        case .refer(let document):
            if setting.keepsReferences { try refer(to: document) }
        case .relaunch:
            try relaunch()
        case .lift:
            try control(LiftRequest())
            witnesses.lifted = true
        case .retry(let onlyRetryable):
            try retry(onlyRetryable: onlyRetryable)
        case .move(let document, let to):
            try onItem(document) { MoveRequest(path: $0, to: ControlPath(to)) }
        case .delete(let document):
            try onItem(document) { DeleteRequest(path: $0) }
        case .replace(let document, let content):
            try onItem(document) { ReplaceRequest(path: $0, with: content) }
        case .trash(let document):
            try onItem(document) { TrashRequest(path: $0) }
        case .offline:
            try control(OfflineRequest())
        case .online:
            try control(OnlineRequest())
        case .moveOriginals:
            for document in witnesses.documents.map(\.path) {
                let name = document.split(separator: "/").last.map(String.init) ?? document
                try onItem(document) { MoveRequest(path: $0, to: ControlPath("Moved away/\(name)")) }
            }
        case .deleteOriginals:
            for document in witnesses.documents.map(\.path) { try onItem(document) { DeleteRequest(path: $0) } }
        case .moveLibrary:
            try library.move()
        case .cutPower:
            try library.cutPower()
            for index in witnesses.attempts.indices where witnesses.attempts[index].libraryFault == nil {
                witnesses.attempts[index].libraryFault = "power cut"
            }
        case .purgeInbox:
            try? FileManager.default.removeItem(atPath: "\(workspace.path)/inbox")
            try workspace.makeFolder("inbox")
        case .waitHeld(let count):
            try control(WaitRequest(condition: .held, count: count, deadlineMilliseconds: 10_000))
        case .killProvider:
            try replaceProvider()
        }
    }

    // MARK: The provider

    func control(_ request: some ControlRequest) throws(TrialFailure) {
        do throws(ControlFailure) { _ = try provider.client.call(request) } catch {
            throw TrialFailure("the provider refuses “\(type(of: request).operation.rawValue)”: \(error)")
        }
    }

    /// Asks something about an item by where it is now; one that is gone already is left alone.
    private func onItem(_ document: String, _ request: (ControlPath) -> some ControlRequest) throws(TrialFailure) {
        try collectTrace()
        guard let path = locations[ExactPath(document)] else { return }
        do throws(ControlFailure) { _ = try provider.client.call(request(ControlPath(path))) } catch {
            // A rule may have made another kind of item of it.
            guard error.protocolCode != .noSuchItem, error.protocolCode != .unsupported else { return }
            throw TrialFailure("the provider can't change “\(path)”: \(error)")
        }
    }

    private func replaceProvider() throws(TrialFailure) {
        try collectTrace()
        timeBase += provider.now
        sequenceBase = witnesses.trace.last?.sequence ?? 0
        provider.kill()
        mounts += 1
        provider = try Self.mount(setting, workspace, configs, number: mounts)
        witnesses.harness.insert(provider.pid)
        // A new provider shows the source as it is: what the old one moved is back in its place.
        locations = Dictionary(uniqueKeysWithValues: witnesses.documents.map { (ExactPath($0.path), $0.path) })
    }

    var now: Int64 { timeBase + provider.now }

    /// Reads what the provider recorded since the last look, and follows the documents that were moved.
    func collectTrace() throws(TrialFailure) {
        for var event in try provider.newEvents() {
            event.sequence += sequenceBase
            event.time += timeBase
            follow(event)
            witnesses.trace.append(event)
        }
    }

    private func follow(_ event: TraceEvent) {
        switch event.kind {
        case .move:
            guard let from = event.from, let to = event.to else { return }
            for (document, path) in locations {
                if path.isPath(from) {
                    locations[document] = to
                } else if path.isPath(beneath: from) {
                    locations[document] = to + String(decoding: path.utf8.dropFirst(from.utf8.count), as: UTF8.self)
                }
            }
        case .delete:
            guard let gone = event.path ?? event.from else { return }
            for (document, path) in locations where path.isPath(gone) || path.isPath(beneath: gone) {
                locations[document] = nil
            }
        default:
            break
        }
    }

    // MARK: The library

    func importerSetting(_ token: String) -> ImporterUnderTest.Setting {
        ImporterUnderTest.Setting(
            program: setting.program, bound: setting.bound, temporaryFolder: "\(workspace.path)/tmp", token: token,
            folders: [library.disk, "\(workspace.path)/tmp"], isInterrupted: setting.isInterrupted)
    }

    /// A token by which this trial's processes are known; `name` tells the runs of a trial apart.
    func token(_ name: String) -> String { "\(workspace.mark)-\(name)" }

    private func relaunch() throws(TrialFailure) {
        let run = try setting.importer.recover(library: library.path, in: importerSetting(token("recover")))
        var snapshot = try snapshot()
        snapshot.isAfterRelaunch = true
        if run.exit != .exited(0) {
            snapshot.recoverFailure =
                "recover ended with \(run.exit?.description ?? "no end"): \(ContractOutput.lastWords(run))"
        }
        if owesSnapshot { snapshot.afterAttempt = witnesses.attempts.count - 1 }
        owesSnapshot = false
        witnesses.snapshots.append(snapshot)
    }

    /// What a failed, cancelled or killed import left is looked at before anything else happens. What a successful one
    /// added has to be there after the relaunch too, so where that is what follows it is looked at then.
    func lookAtLibrary(canWait: Bool) throws(TrialFailure) {
        owesSnapshot = true
        if !canWait { try payLook() }
    }

    func payLook() throws(TrialFailure) {
        guard owesSnapshot else { return }
        owesSnapshot = false
        var snapshot = try snapshot()
        snapshot.afterAttempt = witnesses.attempts.count - 1
        witnesses.snapshots.append(snapshot)
    }

    /// What `list` prints now, in a new process, and what is on disk.
    func snapshot() throws(TrialFailure) -> LibrarySnapshot {
        let run = try setting.importer.list(library: library.path, in: importerSetting(token("list")))
        var snapshot = LibrarySnapshot()
        switch ContractOutput.listing(of: run) {
        case .success(let entries): snapshot.listing = entries
        case .failure(let failure): snapshot.listFailure = failure.description
        }
        snapshot.files = tree.files(in: library.path)
        return snapshot
    }
}
