import ProviderConfiguration
import ProviderSource
import SystemIO

/// What `fpsim mount` is asked for.
package struct MountRequest: Sendable {
    /// What is beneath the mount.
    package enum Beneath: Sendable {
        case directory(RawPath)
        /// The directory stays as it is; changes are kept in the second.
        case overlay(RawPath, changes: RawPath)
        case synthesized(SynthesizedShape)
    }

    package var beneath: Beneath
    package var mountPoint: RawPath
    package var plan: ProviderPlan
    package var seed: UInt64?
    package var traceFile: String?
    /// Whether the kernel may read and write files by itself that no rule watches.
    package var allowsPassthrough: Bool
    /// The mount ends when this process does.
    package var companion: Int32?

    package init(
        beneath: Beneath, mountPoint: RawPath, plan: ProviderPlan, seed: UInt64? = nil, traceFile: String? = nil,
        allowsPassthrough: Bool = true, companion: Int32? = nil
    ) {
        self.companion = companion
        self.allowsPassthrough = allowsPassthrough
        self.beneath = beneath
        self.mountPoint = mountPoint
        self.plan = plan
        self.seed = seed
        self.traceFile = traceFile
    }
}

/// Why a mount can't be made: each case is a line that a person can act on.
package enum MountFailure: Error, Sendable, CustomStringConvertible {
    case source(String, Errno)
    case overlay(String)
    case mountPoint(String, Errno)
    /// What is beneath holds the mountpoint: the provider would wait for itself.
    case mountPointInSource(String)
    case dead(String)
    case alreadyMounted(String)
    case noDevice(Errno)
    case traceFile(String, Errno)
    /// Known at the end: so many events are missing.
    case traceNotWhole(String, Errno, Int64)
    case controlSocket(Errno)
    case refused(String)

    package var description: String {
        switch self {
        case .source(let path, .noSuchFile): "\(path): there is no such folder"
        case .source(let path, .notDirectory): "\(path): the source must be a folder"
        case .source(let path, let error): "\(path): the source can't be opened: \(error)"
        case .overlay(let reason): "the overlay can't be made: \(reason)"
        case .mountPoint(let path, .noSuchFile): "\(path): there is no such mountpoint; make the folder first"
        case .mountPoint(let path, .notDirectory): "\(path): a mountpoint must be a folder"
        case .mountPoint(let path, let error): "\(path): the mountpoint can't be used: \(error)"
        case .mountPointInSource(let path):
            "\(path): the mountpoint is inside the source, whose provider would wait for itself there"
        case .dead(let path): "\(path): a mount whose provider was killed is still there"
        case .alreadyMounted(let path): "\(path): fpsim is mounted there already"
        case .noDevice(.noSuchFile): "there is no /dev/fuse: the kernel has no FUSE, or the container isn't given it"
        case .noDevice(let error): "/dev/fuse can't be opened: \(error)"
        case .traceFile(let path, let error): "\(path): the trace can't be written: \(error)"
        case .traceNotWhole(let path, let error, let count):
            "\(path): the trace isn't whole, \(count) events couldn't be written: \(error)"
        case .controlSocket(let error): "the control socket can't be made: \(error)"
        case .refused(let reason): "the mount was refused: \(reason)"
        }
    }
}
