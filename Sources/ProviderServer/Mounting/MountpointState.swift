import ControlProtocol
import SystemIO

/// What is at a mountpoint, asked without touching it: a provider that hangs can't hold the caller.
package enum MountpointState: Sendable {
    case free
    case live(ProviderMount)
    /// A mount whose provider no longer answers.
    case dead(ProviderMount)

    /// - Parameter path: absolute, or relative to the working directory.
    package static func of(_ path: [UInt8]) -> MountpointState {
        guard let mount = mount(at: path) else { return .free }
        return isAlive(mount) ? .live(mount) : .dead(mount)
    }

    /// The mount whose mountpoint this is, or on which it lies.
    package static func mount(at path: [UInt8]) -> ProviderMount? {
        ProviderMount.locate(AbsolutePath.of(path))?.mount
    }

    /// Whether somebody listens at the mount's socket. That it answers in time is another question. Another user's
    /// socket is out of reach, and its mount isn't dead for that.
    private static func isAlive(_ mount: ProviderMount) -> Bool {
        if let owner = mount.owner, owner != SystemUser.effective { return true }
        return ControlSocketLocation.candidates(device: mount.device).contains { path in
            (try? UnixSocket.connect(to: path)) != nil
        }
    }
}

/// A path from the root on, without asking the file system for more than the working directory.
package enum AbsolutePath {
    package static func of(_ path: [UInt8]) -> [UInt8] {
        if path.first == UInt8(ascii: "/") { return path }
        let here = SystemUser.workingDirectoryBytes
        return path == [UInt8(ascii: ".")] ? here : here + [UInt8(ascii: "/")] + path
    }

    package static func of(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        let here = SystemUser.workingDirectory
        return path == "." ? here : "\(here)/\(path)"
    }
}
