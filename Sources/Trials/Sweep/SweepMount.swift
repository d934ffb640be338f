import ControlProtocol
import ProviderConfiguration
import Reporting
import SystemIO
import Trace

/// A mount that holds libraries, one folder a point, and what is done in them.
///
/// Confined to one thread.
final class SweepMount {
    let setting: TrialRunner.Setting
    let workspace: Workspace
    let mount: MountedProvider
    let document: TrialDocument
    let source: String
    /// How many libraries it has held.
    private(set) var number = 0

    /// - Throws: `TrialFailure`.
    init(setting: TrialRunner.Setting) throws(TrialFailure) {
        do throws(Errno) { try ProcessTree.becomeSubreaper() } catch {
            throw TrialFailure("this process can't become a subreaper: \(error)")
        }
        self.setting = setting
        workspace = try Workspace(in: setting.parent)
        document = try setting.documents.layOut(in: workspace, folder: "documents")[0]
        try workspace.makeFolder("backing")
        try workspace.makeFolder("libraries")
        try workspace.makeFolder("tmp")
        source = PickedURL(path: Array("\(workspace.path)/documents/\(document.path)".utf8), token: nil).text
        mount = try MountedProvider(
            program: setting.program, source: "\(workspace.path)/backing", mountpoint: "\(workspace.path)/libraries",
            trace: "\(workspace.path)/trace.jsonl")
    }

    deinit {
        // The folder can't go while something is mounted in it.
        try? mount.end()
    }

    /// What became of a point.
    struct Outcome {
        var violations: [Violation] = []
        /// Whether the operation was reached at all.
        var wasReached: Bool
        /// What a kill left: equal ones recover alike.
        var crash: LibraryState?
        /// The library was left as at another point, so what follows it was known.
        var wasSeen = false
    }

    /// What an import does that nothing disturbs.
    func courseOfImport() throws(TrialFailure) -> LibraryCourse {
        let folder = try freshFolder()
        let (run, course) = try watching(folder) { () throws(TrialFailure) in try importDocument(into: folder) }
        guard run.exit == .exited(0) else {
            throw TrialFailure("the importer doesn't import, with nothing in its way: \(ContractOutput.lastWords(run))")
        }
        return course
    }

    /// What a kill before this operation leaves, and what the recovery from it does.
    func courseOfRecovery(
        afterKillBefore operation: Int
    ) throws(TrialFailure) -> (image: LibraryImage, course: LibraryCourse) {
        let folder = try freshFolder()
        var witnesses = blankWitnesses
        let (_, state) = try crash(SweepPoint(operation: operation, fault: .killBefore), folder, &witnesses)
        let image = try LibraryImage(
            of: "\(workspace.path)/backing/\(folder)", attempt: witnesses.attempts[0], state: state)
        let course = try watching(folder) { () throws(TrialFailure) in try recover(folder) }.course
        try? workspace.remove("libraries/\(folder)")
        return (image, course)
    }

    private func watching(
        _ folder: String, _ work: () throws(TrialFailure) -> ContainedRun
    ) throws(TrialFailure) -> (run: ContainedRun, course: LibraryCourse) {
        _ = try mount.newEvents()
        let run = try withRules(SweepRules.watching(folder), work).value
        return (run, LibraryCourse(try mount.newEvents(), folder: folder, Set(SweepRules.everything)))
    }

    // MARK: One point

    /// - Parameter image: What the kill left that the recovery comes after; nil: the kill is carried out.
    /// - Parameter seen: The states from which it needn't go on again; nil: it goes on from each.
    func run(_ point: SweepPoint, from image: LibraryImage? = nil, seen: SeenStates?) throws(TrialFailure) -> Outcome {
        let folder = try freshFolder(from: image)
        _ = try mount.newEvents()
        var witnesses = blankWitnesses
        var reached = false
        var state: LibraryState
        if let image {
            witnesses.attempts.append(image.attempt)
            state = image.state
        } else if point.fault == .importEnds {
            let reached = try endBesideRecovery(point, folder, &witnesses)
            return Outcome(violations: try settle(folder, &witnesses), wasReached: reached)
        } else {
            (reached, state) = try crash(point, folder, &witnesses)
        }
        if let recovery = point.recoveryOperation {
            if point.fault.isCompany {
                reached = try recoverInCompany(point, at: recovery, folder, &witnesses)
            } else {
                try failRecovery(point.fault, at: recovery, folder, &state, &reached)
            }
        }
        var outcome = Outcome(wasReached: reached, crash: point.fault == .killBefore ? state : nil)
        if !point.fault.isCompany, seen?.insert(state) == false {
            outcome.wasSeen = true
            // What the failed import itself did wrong would be seen now.
            outcome.violations = witnesses.snapshots.isEmpty ? [] : Judge.violations(in: witnesses)
        } else {
            outcome.violations = try settle(folder, &witnesses)
        }
        if outcome.violations.isEmpty { try? workspace.remove("libraries/\(folder)") }
        return outcome
    }

    private var blankWitnesses: Witnesses {
        Witnesses(plan: .mirror, documents: [document], bound: setting.bound, baseline: setting.baseline)
    }

    /// The point as the trace of the picked document's provider would have shown a fault.
    func met(_ point: SweepPoint, number: UInt64) -> TraceEvent {
        var event = TraceEvent(.fault)
        event.sequence = number
        event.rule = point.description
        event.fault = point.fault.rawValue
        return event
    }

    /// An import that meets the fault.
    /// - Returns: Whether it met it, and what it left.
    private func crash(
        _ point: SweepPoint, _ folder: String, _ witnesses: inout Witnesses
    ) throws(TrialFailure) -> (reached: Bool, state: LibraryState) {
        let fault = point.recoveryOperation == nil ? point.fault : .killBefore
        let (run, reached) = try withFault(fault, at: point.operation, folder) { () throws(TrialFailure) in
            guard fault.isCompany else { return try importDocument(into: folder) }
            let company = SweepCompany(client: mount.client, rule: SweepRules.point)
            return try company.run(importing(into: folder), company: { _ in recovering(folder)() }).work.get()
        }
        let wasKilled = reached && fault.killsTheCaller
        let files = files(folder)
        var state = LibraryState(
            try mount.newEvents(), folder: folder, files: files, document: document.sha256,
            countsSyncs: point.fault == .powerCut)
        // After a power cut all that is there is durable; before one it matters what is.
        state.add(fault == .powerCut ? "all durable" : "")
        var attempt = attempt(run)
        attempt.wasKilled = wasKilled
        if reached { witnesses.trace.append(met(point, number: attempt.lastEvent)) }
        witnesses.attempts.append(attempt)
        guard !wasKilled else { return (reached, state) }
        state.add(
            "\(attempt.result.exitCode ?? -1) \(attempt.result.failure?.phase ?? "") \(attempt.strayProcesses.count)")
        var after = try snapshot(folder)
        after.afterAttempt = 0
        witnesses.snapshots.append(after)
        state.add(after.listFailure ?? "\(after.listing.map(\.state))")
        return (reached, state)
    }

    /// A recovery that meets the fault.
    private func failRecovery(
        _ fault: SweepPoint.Fault, at operation: Int, _ folder: String, _ state: inout LibraryState,
        _ reached: inout Bool
    ) throws(TrialFailure) {
        let (run, met) = try withFault(fault, at: operation, folder) { () throws(TrialFailure) in try recover(folder) }
        reached = met
        let changed = LibraryState(
            try mount.newEvents(), folder: folder, files: files(folder), document: document.sha256,
            countsSyncs: fault == .powerCut)
        // One that changed nothing leaves what the kill had left.
        guard !changed.isUntouched else { return }
        state.add("recovery \(fault.killsTheCaller ? "killed" : "\(run.exit?.description ?? "")")")
        state.add(changed)
    }

    /// The relaunch after the crash, and an import after that, with nothing in the way any more.
    private func settle(_ folder: String, _ witnesses: inout Witnesses) throws(TrialFailure) -> [Violation] {
        var relaunched = try relaunch(folder)
        if witnesses.snapshots.isEmpty {
            // An entry that a killed import had made available already is one that it may have.
            var first = relaunched
            first.afterAttempt = 0
            first.isAfterRelaunch = false
            witnesses.snapshots.append(first)
        }
        relaunched.isAfterRelaunch = true
        witnesses.snapshots.append(relaunched)
        witnesses.lifted = true
        var again = attempt(try importDocument(into: folder))
        again.afterLift = true
        again.servedAfterLift = document.sha256
        again.servedType = document.type
        again.firstEvent = 1000
        again.lastEvent = 2000
        witnesses.attempts.append(again)
        // What the import added is looked at after the relaunch, which it has to survive.
        var last = try relaunch(folder)
        last.afterAttempt = witnesses.attempts.count - 1
        witnesses.snapshots.append(last)
        var tree = FileTree()
        witnesses.strayFiles = tree.files(in: "\(workspace.path)/tmp").map { "TMPDIR/" + $0.path }
        return Judge.violations(in: witnesses)
    }

    func withFault<Value>(
        _ fault: SweepPoint.Fault, at operation: Int, _ folder: String, _ work: () throws(TrialFailure) -> Value
    ) throws(TrialFailure) -> (value: Value, reached: Bool) {
        try withRules(SweepRules.yaml(fault, at: operation, under: folder), work)
    }

    /// Adds the rules, does the work, and takes them away.
    func withRules<Value>(
        _ yaml: String, _ work: () throws(TrialFailure) -> Value
    ) throws(TrialFailure) -> (value: Value, reached: Bool) {
        try add(yaml)
        let value = try work()
        do throws(ControlFailure) {
            let rules = try mount.client.call(RulesRequest(action: .list)).rules
            _ = try mount.client.call(RulesRequest(action: .reset))
            // What is done by hand is answered once the kernel has been told of all that came before.
            _ = try mount.client.call(OnlineRequest())
            return (value, rules.contains { $0.fired > 0 })
        } catch {
            throw TrialFailure("the mount's rules can't be read: \(error)")
        }
    }

    func add(_ yaml: String) throws(TrialFailure) {
        do throws(ControlFailure) { _ = try mount.client.call(RulesRequest(action: .add, yaml: yaml)) } catch {
            throw TrialFailure("the mount refuses the rule: \(error)")
        }
    }

    private func freshFolder(from image: LibraryImage? = nil) throws(TrialFailure) -> String {
        number += 1
        // Beneath the mount, which hasn't heard of it: that is cheaper, and no operation of anybody's.
        try workspace.makeFolder("backing/p\(number)" + (image == nil ? "/library" : ""))
        try image?.layOut(in: "\(workspace.path)/backing/p\(number)")
        return "p\(number)"
    }

    func end() throws(TrialFailure) { try mount.end() }
}
