import FUSE
import ProviderModel
import ProviderSource
import SystemIO
import Trace

/// A mount's life in this process: opens what is beneath, mounts, serves until it is told to end.
package enum MountProcess {
    /// Serves until the mount ends: by a signal (TERM, INT, HUP), by the control socket, or from outside.
    /// - Parameter ready: called once the mount answers.
    /// - Throws: `MountFailure`.
    package static func run(_ request: MountRequest, ready: @escaping () -> Void) throws(MountFailure) {
        let loop: EventLoop
        do throws(Errno) {
            loop = try EventLoop()
            // Before any other thread begins, so that none of them takes a signal.
            try loop.onSignals(EventLoop.endSignals) { _ in Self.current?.end() }
            EventLoop.ignoreBrokenPipes()
        } catch {
            throw .refused("\(error)")
        }
        // Who asks waits, and the answer takes microseconds. Where that isn't granted it only comes later.
        try? SchedulingTurn.shorten()
        let source = try open(request.beneath)
        try checkDevice()
        try checkMountPoint(request.mountPoint)
        try checkPlace(of: request.mountPoint, request.beneath)
        var serverOptions = ServerOptions(
            mountPoint: request.mountPoint, sourceName: request.beneath.name, seed: request.seed,
            traceFile: request.traceFile)
        serverOptions.allowsPassthrough = request.allowsPassthrough
        let server = ProviderServer(loop: loop, source: source, plan: request.plan, options: serverOptions)
        try start(server, request)
        server.ended = { loop.stop() }
        current = server
        defer { current = nil }
        self.ready = ready
        do throws(Errno) {
            if let companion = request.companion {
                try end(with: companion, loop)
                // One of many mounts, beside those who use them.
                loop.looksAgain = false
            }
            try learnRoot(request.mountPoint, loop.sender)
            try loop.run()
        } catch { throw .refused("\(error)") }
        if let (error, count) = server.traceLoss {
            throw .traceNotWhole(request.traceFile ?? "", error, count)
        }
    }

    /// The server of this process: signals have no other way to it. Only the loop's thread touches it.
    private nonisolated(unsafe) static var current: ProviderServer?
    private nonisolated(unsafe) static var ready: (() -> Void)?

    /// Ends the mount when a process ends, which may have happened already.
    private static func end(with companion: Int32, _ loop: EventLoop) throws(Errno) {
        do throws(Errno) {
            try loop.onExit(of: companion) { current?.end() }
        } catch  where error.name == "ESRCH" {
            current?.end()
        }
    }

    /// Lets the kernel ask for the root's attributes before anybody is told that the mount answers.
    ///
    /// Until it has them it takes the root for a folder without any permission, and an answer that a notification
    /// overtakes is thrown away: a first caller other than root would be refused with EACCES for nothing.
    private static func learnRoot(_ mountPoint: RawPath, _ sender: Mailbox) throws(Errno) {
        try DetachedThread.start {
            _ = mountPoint.withCString { try? FileDescriptor.workingDirectory.status(of: $0) }
            sender.post {
                current?.knowsRoot = true
                ready?()
                ready = nil
            }
        }
    }

    private static func open(_ beneath: MountRequest.Beneath) throws(MountFailure) -> any Source {
        // Half of the descriptors for what is open in the source; the rest is for connections, folders and fsync.
        let limit = max(64, min(8192, DescriptorLimit.raise() / 2))
        switch beneath {
        case .directory(let path):
            do throws(Errno) {
                return try DirectoryTree(path: path, descriptorLimit: limit)
            } catch {
                throw .source(path.description, error)
            }
        case .overlay(let path, let changes):
            do throws(Errno) { _ = try DirectoryTree(path: path) } catch { throw .source(path.description, error) }
            do throws(DirectoryTree.OverlayError) {
                return try DirectoryTree(source: path, overlay: changes, descriptorLimit: limit)
            } catch {
                throw .overlay(error.description)
            }
        case .synthesized(let shape): return SynthesizedTree(shape)
        }
    }

    private static func checkDevice() throws(MountFailure) {
        do throws(Errno) {
            _ = try FileDescriptor.workingDirectory.open("/dev/fuse", [.readWrite])
        } catch {
            throw .noDevice(error)
        }
    }

    private static func checkMountPoint(_ path: RawPath) throws(MountFailure) {
        switch MountpointState.of(path.bytes) {
        case .dead: throw .dead(path.description)
        case .live: throw .alreadyMounted(path.description)
        case .free: break
        }
        do throws(Errno) {
            let status = try path.withCString { (path) throws(Errno) in
                try FileDescriptor.workingDirectory.status(of: path, followLink: true)
            }
            guard status.isDirectory else { throw .notDirectory }
        } catch {
            throw error == .notConnected ? .dead(path.description) : .mountPoint(path.description, error)
        }
    }

    /// A mountpoint below its own source is refused; one that is the source itself is not: what is beneath was opened
    /// before.
    private static func checkPlace(
        of mountPoint: RawPath, _ beneath: MountRequest.Beneath
    ) throws(MountFailure) {
        let folders: [RawPath]
        switch beneath {
        case .directory(let source): folders = [source]
        case .overlay(let source, let changes): folders = [source, changes]
        case .synthesized: return
        }
        guard let place = SymbolicLink.resolved(mountPoint) else { return }
        for folder in folders {
            guard let above = SymbolicLink.resolved(folder) else { continue }
            let prefix = above == "/" ? above.bytes : above.bytes + [UInt8(ascii: "/")]
            if place != above, place.bytes.starts(with: prefix) {
                throw .mountPointInSource(mountPoint.description)
            }
        }
    }

    private static func start(_ server: ProviderServer, _ request: MountRequest) throws(MountFailure) {
        let sink = try request.traceFile.map { (path) throws(MountFailure) in try traceSink(path) }
        var options = MountOptions(name: request.beneath.name, allowsOtherUsers: SystemUser.isRoot)
        options.wantsPassthrough = SystemUser.isRoot && request.allowsPassthrough
        options.stackDepth = server.source.isOnOverlay ? 2 : 1
        options.allowsSetUserIDAndDevices = SystemUser.isRoot && server.source.allowsSetUserIDAndDevices
        do {
            try server.start(mount: options, trace: sink)
        } catch let error as MountError {
            throw .refused(error.reason)
        } catch let error as Errno {
            throw .controlSocket(error)
        } catch {
            throw .refused("\(error)")
        }
    }

    private static func traceSink(_ path: String) throws(MountFailure) -> TraceWriter.Sink {
        let file: TraceFile
        do throws(Errno) { file = try TraceFile(path) } catch { throw .traceFile(path, error) }
        return { bytes throws(Errno) in try file.write(bytes) }
    }
}

/// The file that a trace goes to, made anew.
private final class TraceFile: Sendable {
    private let descriptor: OwnedFileDescriptor

    init(_ path: String) throws(Errno) {
        descriptor = try FileDescriptor.workingDirectory.open(
            path, [.writeOnly, .create, .truncate], permissions: 0o600)
    }

    func write(_ bytes: [UInt8]) throws(Errno) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in
            try descriptor.borrowed.writeAll(UnsafeRawBufferPointer(buffer))
        }
    }
}

extension MountRequest.Beneath {
    var name: String {
        switch self {
        case .directory(let path), .overlay(let path, _): path.description
        case .synthesized: "synthesized"
        }
    }
}
