import SystemIO

/// What `fpsim mount` was told, beyond the plan.
package struct ServerOptions: Sendable {
    package var mountPoint: RawPath
    /// What `status` and `/proc/mounts` show as the source.
    package var sourceName: String
    /// Over the plan's.
    package var seed: UInt64?
    package var traceFile: String?
    /// Whether files that no rule watches may be read and written by the kernel itself, where it allows that.
    package var allowsPassthrough = true

    package init(mountPoint: RawPath, sourceName: String, seed: UInt64? = nil, traceFile: String? = nil) {
        self.mountPoint = mountPoint
        self.sourceName = sourceName
        self.seed = seed
        self.traceFile = traceFile
    }
}
