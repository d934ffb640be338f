import ControlProtocol
import ProviderServer

/// A path that somebody typed for an item of a mount that is known already.
enum MountPath {
    /// - Parameter path: on this mount, or relative to its root.
    /// - Throws: `CommandFailure`: it leads elsewhere.
    static func on(_ mount: ProviderMount, _ path: [UInt8]) throws -> ControlPath {
        if let located = ProviderMount.locate(AbsolutePath.of(path)), located.mount == mount {
            return located.path
        }
        guard path.first != UInt8(ascii: "/") else {
            throw CommandFailure(.usage, "\(String(decoding: path, as: UTF8.self)): it isn't on that mount")
        }
        return ControlPath(bytes: path)
    }
}
