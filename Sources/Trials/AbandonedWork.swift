import FoundationEssentials
import SystemIO

/// What trials left whose own process was killed: folders, mounts in them, importers that still run.
package enum AbandonedWork {
    /// Clears it. What belongs to a process that lives, or to another user, is left alone.
    /// - Parameters:
    ///   - parent: Where trials have their folders; nil: the user's temporary folder.
    ///   - program: The absolute path of fpsim.
    package static func clear(in parent: String?, program: String) {
        let parent = parent ?? FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names {
            guard let work = Workspace.Name(name), work.owner.hasEnded else { continue }
            ProcessTree.killAll { $0.environment.contains { $0.hasPrefix("FPSIM_TRIAL=\(work.mark)-") } }
            unmountAll(beneath: "\(parent)/\(name)", program)
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
    }

    /// A provider ends by itself when its trial's process has; one that was killed too leaves a dead mountpoint.
    private static func unmountAll(beneath folder: String, _ program: String) {
        guard let real = SymbolicLink.resolved(folder) else { return }
        let mounts = (try? MountTable().current()) ?? []
        for mount in mounts.reversed() where mount.mountpoint.starts(with: Array((real + "/").utf8)) {
            let path = String(decoding: mount.mountpoint, as: UTF8.self)
            _ = try? CapturedRun(path: program, arguments: ["unmount", path], until: .now + .seconds(20))
        }
    }
}
