import ControlProtocol
import ProviderConfiguration
import Reporting
import SystemIO
import Trace

/// A mount that holds libraries, one folder a point, and what is done in them.
///
/// Confined to one thread.
final class SweepMount {
    private let setting: TrialRunner.Setting
    private let workspace: Workspace
    private let mount: MountedProvider
    private let document: TrialDocument
    private let source: String
    private var number = 0

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

    /// What became of a point.
    struct Outcome {
        var violations: [Violation]
        /// Whether the operation was reached at all.
        var wasReached: Bool
        /// What the crash left, without names that differ from run to run: equal states recover alike.
        var state: String
    }

    /// How many operations an import does that nothing disturbs. A rule that never comes to fire watches them, or the
    /// kernel would answer by itself what it asks for under every other rule.
    func countOperations() throws(TrialFailure) -> Int {
        let folder = try freshFolder()
        _ = try mount.newEvents()
        let run = try withFault(.killBefore, at: 1_000_000, folder) { () throws(TrialFailure) in
            try importDocument(into: folder)
        }.value
        guard run.exit == .exited(0) else {
            throw TrialFailure("the importer doesn't import, with nothing in its way: \(ContractOutput.lastWords(run))")
        }
        let counted = Set(SweepRules.everything)
        return try mount.newEvents().count { event in
            event.kind == .operation && event.operation.map(counted.contains) ?? false
                && (event.path?.hasPrefix(folder + "/") ?? false)
        }
    }

    // MARK: One point

    func run(_ point: SweepPoint) throws(TrialFailure) -> Outcome {
        let folder = try freshFolder()
        var story = Story(witnesses: Witnesses(plan: .mirror, documents: [document], bound: setting.bound))
        story.witnesses.baseline = setting.baseline
        if let recovery = point.recoveryOperation {
            _ = try crash(SweepPoint(operation: point.operation, fault: .killBefore), folder, &story)
            let reached = try failRecovery(point.fault, at: recovery, folder)
            return try settle(folder, &story, wasReached: reached, state: "")
        }
        let (reached, state) = try crash(point, folder, &story)
        return try settle(folder, &story, wasReached: reached, state: state)
    }

    private struct Story {
        var witnesses: Witnesses
    }

    /// An import that meets the fault.
    private func crash(
        _ point: SweepPoint, _ folder: String, _ story: inout Story
    ) throws(TrialFailure) -> (reached: Bool, state: String) {
        let (run, reached) = try withFault(point.fault, at: point.operation, folder) { () throws(TrialFailure) in
            try importDocument(into: folder)
        }
        var attempt = attempt(run)
        attempt.wasKilled = reached && point.fault.killsTheCaller
        if reached { story.witnesses.trace.append(met(point, number: attempt.lastEvent)) }
        story.witnesses.attempts.append(attempt)
        let listed = attempt.wasKilled ? LibrarySnapshot(files: files(folder)) : try snapshot(folder)
        var after = listed
        after.afterAttempt = 0
        if !attempt.wasKilled { story.witnesses.snapshots.append(after) }
        return (reached, attempt.wasKilled ? Self.shape(listed.files) : "")
    }

    /// A recovery that meets the fault.
    private func failRecovery(
        _ fault: SweepPoint.Fault, at operation: Int, _ folder: String
    ) throws(TrialFailure) -> Bool {
        try withFault(fault, at: operation, folder) { () throws(TrialFailure) in
            try setting.importer.recover(library: library(folder), in: importerSetting("recover"), onStart: register)
        }.reached
    }

    /// The relaunch after the crash, and an import after that, with nothing in the way any more.
    private func settle(
        _ folder: String, _ story: inout Story, wasReached: Bool, state: String
    ) throws(TrialFailure) -> Outcome {
        let killed = story.witnesses.snapshots.isEmpty
        var afterCrash = try relaunch(folder)
        if killed {
            // An entry that a killed import had made available already is one that it may have.
            var first = afterCrash
            first.afterAttempt = 0
            first.isAfterRelaunch = false
            first.files = afterCrash.files
            story.witnesses.snapshots.append(first)
        }
        afterCrash.isAfterRelaunch = true
        story.witnesses.snapshots.append(afterCrash)
        story.witnesses.lifted = true
        var again = attempt(try importDocument(into: folder))
        again.afterLift = true
        again.servedAfterLift = document.sha256
        again.servedType = document.type
        again.firstEvent = 1000
        again.lastEvent = 2000
        story.witnesses.attempts.append(again)
        var imported = try snapshot(folder)
        imported.afterAttempt = 1
        story.witnesses.snapshots.append(imported)
        story.witnesses.snapshots.append(try relaunch(folder))
        var tree = FileTree()
        story.witnesses.strayFiles = tree.files(in: "\(workspace.path)/tmp").map { "TMPDIR/" + $0.path }
        let violations = Judge.violations(in: story.witnesses)
        if violations.isEmpty { try? workspace.remove("libraries/\(folder)") }
        return Outcome(violations: violations, wasReached: wasReached, state: state)
    }

    /// Adds the rules, does the work, and takes them away.
    private func withFault<Value>(
        _ fault: SweepPoint.Fault, at operation: Int, _ folder: String, _ work: () throws(TrialFailure) -> Value
    ) throws(TrialFailure) -> (value: Value, reached: Bool) {
        let yaml = SweepRules.yaml(fault, at: operation, under: folder)
        do throws(ControlFailure) { _ = try mount.client.call(RulesRequest(action: .add, yaml: yaml)) } catch {
            throw TrialFailure("the mount refuses the rule: \(error)")
        }
        let value = try work()
        do throws(ControlFailure) {
            let rules = try mount.client.call(RulesRequest(action: .list)).rules
            for rule in rules { _ = try mount.client.call(RulesRequest(action: .remove, name: rule.name)) }
            return (value, rules.contains { $0.fired > 0 })
        } catch {
            throw TrialFailure("the mount's rules can't be read: \(error)")
        }
    }

    // MARK: The importer

    private func freshFolder() throws(TrialFailure) -> String {
        number += 1
        try workspace.makeFolder("libraries/p\(number)/library")
        return "p\(number)"
    }

    private func library(_ folder: String) -> String { "\(workspace.path)/libraries/\(folder)/library" }

    private func importerSetting(_ name: String) -> ImporterUnderTest.Setting {
        ImporterUnderTest.Setting(
            program: setting.program, bound: setting.bound, temporaryFolder: "\(workspace.path)/tmp",
            token: "\(workspace.path.split(separator: ".").last ?? "")-\(name)")
    }

    private func register(_ process: ChildProcess) {
        _ = try? mount.client.call(RegisterRootRequest(pid: process.pid))
    }

    private func importDocument(into folder: String) throws(TrialFailure) -> ContainedRun {
        try setting.importer.importing(
            source, library: library(folder), cancel: false, in: importerSetting("import"), onStart: register)
    }

    private func attempt(_ run: ContainedRun) -> Attempt {
        Attempt(
            document: document.path, pickedPath: document.path, endedAt: run.duration.nanosecondsSaturating,
            firstEvent: 1, lastEvent: 100, result: ContractOutput.importResult(of: run), strayProcesses: run.strays)
    }

    /// The point as the trace of the picked document's provider would have shown a fault.
    private func met(_ point: SweepPoint, number: UInt64) -> TraceEvent {
        var event = TraceEvent(.fault)
        event.sequence = number
        event.rule = point.description
        event.fault = point.fault.rawValue
        return event
    }

    private func relaunch(_ folder: String) throws(TrialFailure) -> LibrarySnapshot {
        let run = try setting.importer.recover(library: library(folder), in: importerSetting("recover"))
        var snapshot = try snapshot(folder)
        snapshot.isAfterRelaunch = true
        if run.exit != .exited(0) {
            snapshot.recoverFailure =
                "recover ended with \(run.exit?.description ?? "no end"): \(ContractOutput.lastWords(run))"
        }
        return snapshot
    }

    private func snapshot(_ folder: String) throws(TrialFailure) -> LibrarySnapshot {
        let run = try setting.importer.list(library: library(folder), in: importerSetting("list"))
        var snapshot = LibrarySnapshot(files: files(folder))
        switch ContractOutput.listing(of: run) {
        case .success(let entries): snapshot.listing = entries
        case .failure(let failure): snapshot.listFailure = failure.description
        }
        return snapshot
    }

    private func files(_ folder: String) -> [LibraryFile] {
        var tree = FileTree()
        return tree.files(in: library(folder))
    }

    /// Folders and sizes: the names of files are new in every run.
    private static func shape(_ files: [LibraryFile]) -> String {
        files.map { file in
            let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
            let name = file.path.split(separator: "/").last ?? ""
            return "\(folder)/\(name.count < 20 ? String(name) : "…") \(file.size)"
        }.sorted().joined(separator: "\n")
    }

    func end() throws(TrialFailure) { try mount.end() }
}
