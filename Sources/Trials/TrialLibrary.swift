import ControlProtocol
import FoundationEssentials
import SystemIO

/// A trial's library: a folder, on a mount of its own where the trial kills at operations on it or cuts the power.
final class TrialLibrary {
    private let workspace: Workspace
    private let mount: MountedProvider?
    /// Beneath the app's folder.
    private var name = "library"
    private var moves = 0

    /// What could be lost is watched from the beginning, and lost when the rule is fired by hand.
    private static let power = """
        - name: power
          when: {operation: [release], path: "library", nth: 1000000}
          do: {lose-unsynced: {}}

        """

    /// - Throws: `TrialFailure`.
    init(in workspace: Workspace, setting: TrialRunner.Setting, isMounted: Bool) throws(TrialFailure) {
        self.workspace = workspace
        try workspace.makeFolder("app")
        guard isMounted else {
            mount = nil
            try workspace.makeFolder("app/library")
            return
        }
        try workspace.makeFolder("disk/library")
        mount = try MountedProvider(
            program: setting.program, source: "\(workspace.path)/disk", mountpoint: "\(workspace.path)/app",
            trace: nil, options: MountedProvider.Options(isFresh: setting.startsProviders))
        try add(TrialLibrary.power)
    }

    var path: String { "\(workspace.path)/app/\(name)" }
    /// What is on disk of the app's folder.
    var disk: String { "\(workspace.path)/\(mount == nil ? "app" : "disk")" }
    var pid: Int32? { mount?.pid }
    var client: ControlClient? { mount?.client }

    /// The app's container moves.
    func move() throws(TrialFailure) {
        moves += 1
        let folder = "moved \(moves)"
        do throws(Errno) {
            let directory = FileDescriptor.workingDirectory
            try directory.makeDirectory("\(workspace.path)/app/\(folder)", permissions: 0o700)
            try directory.rename(path, to: directory, "\(workspace.path)/app/\(folder)/library")
            // The system's own doing, which no power cut takes back.
            for name in ["app", "app/\(folder)"] {
                let moved = try directory.open("\(workspace.path)/\(name)", [.readOnly, .directory])
                try moved.borrowed.synchronize()
            }
        } catch {
            throw TrialFailure("the library can't be moved: \(error)")
        }
        name = "\(folder)/library"
    }

    /// What wasn't made durable is gone.
    func cutPower() throws(TrialFailure) {
        guard let mount else { return }
        do throws(ControlFailure) { _ = try mount.client.call(FireRequest(rule: "power")) } catch {
            throw TrialFailure("the power can't be cut: \(error)")
        }
    }

    // MARK: An import with a fault

    func arm(_ fault: LibraryFault) throws(TrialFailure) { try add(fault.yaml(under: name)) }

    /// - Returns: Whether the fault came.
    func disarm() throws(TrialFailure) -> Bool {
        guard let mount else { return false }
        do throws(ControlFailure) {
            let rules = try mount.client.call(RulesRequest(action: .list)).rules.filter { $0.name != "power" }
            for rule in rules { _ = try mount.client.call(RulesRequest(action: .remove, name: rule.name)) }
            // What is done by hand is answered once the kernel has been told of all that came before.
            _ = try mount.client.call(OnlineRequest())
            return rules.contains { $0.fired > 0 }
        } catch {
            throw TrialFailure("the rules of the library's mount can't be read: \(error)")
        }
    }

    private func add(_ yaml: String) throws(TrialFailure) {
        do throws(ControlFailure) { _ = try mount?.client.call(RulesRequest(action: .add, yaml: yaml)) } catch {
            throw TrialFailure("the library's mount refuses the rule: \(error)")
        }
    }

    /// What lies beside it in the app's folder, where nobody asked for anything.
    var strayFiles: [String] {
        var tree = FileTree()
        return tree.files(in: disk).map(\.path).filter { !$0.isPath(beneath: name) }
            .map { "the library's folder/" + $0 }
    }

    func end() throws(TrialFailure) { try mount?.end() }
}
