import CFuse3
import CLinux
import Glibc
import SystemIO

/// A mount and its connection to the kernel, served by an event loop. Everything here belongs to the loop's thread.
///
/// The order of an orderly end: answer what is held, `unmount`, stop the loop, close what is open in the source.
package final class FileSystemSession {
    private var fileSystem: (any FileSystem)?
    private let options: MountOptions
    private var session: OpaquePointer?
    private var watch: EventLoop.Watch?
    private weak var loop: EventLoop?
    private var buffer = fuse_buf()
    /// The request that is being handed over, as the kernel sent it.
    private var message = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// Whether it makes a file without a name.
    private(set) var isTemporaryFile = false

    private var interruptHandlers: [UnsafeRawPointer: () -> Void] = [:]
    private var interrupted: [UnsafeRawPointer] = []
    private var isServing = false
    /// Whether libfuse was told to mount and wasn't told to unmount.
    private var isMounted = false

    /// The INIT request that waits for its answer.
    var initialization: Initialization?
    let pool = ReadBuffer()

    package let mountPoint: RawPath
    /// The mount's device number, and the name of its directory under `/sys/fs/fuse/connections`.
    package private(set) var device: UInt64 = 0
    /// Whether the kernel lets this process hand it files to read and write by itself.
    package internal(set) var canPassThrough = false

    /// Mounts, and serves from now on whenever the loop runs.
    /// - Throws: `MountError`.
    package init(
        _ fileSystem: any FileSystem, at mountPoint: RawPath, _ options: MountOptions, on loop: EventLoop
    ) throws(MountError) {
        self.fileSystem = fileSystem
        self.options = options
        self.mountPoint = mountPoint
        self.loop = loop
        let log = LibfuseLog()
        session = Self.makeSession(options, Unmanaged.passUnretained(self).toOpaque())
        guard let session, mountPoint.withCString({ fuse_session_mount(session, $0) }) == 0 else {
            throw MountError(reason: log.text)
        }
        isMounted = true
        do throws(Errno) {
            try startServing(session, loop)
        } catch {
            isMounted = false
            fuse_session_unmount(session)
            throw MountError(reason: "\(mountPoint): \(error)")
        }
    }

    deinit {
        unmount()
        if let session {
            // Of a connection that is gone already it only frees what it keeps about the mount.
            if isMounted { fuse_session_unmount(session) }
            fuse_session_destroy(session)
        }
        free(buffer.mem)
    }

    private static func makeSession(_ options: MountOptions, _ userData: UnsafeMutableRawPointer) -> OpaquePointer? {
        let words = ["fpsim", "-o", options.list].map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        var argv: [UnsafeMutablePointer<CChar>?] = words + [nil]
        return argv.withUnsafeMutableBufferPointer { pointer in
            var arguments = fuse_args(argc: CInt(words.count), argv: pointer.baseAddress, allocated: 0)
            defer { fuse_opt_free_args(&arguments) }
            var operations = lowLevelOperations
            return fuse_session_new(&arguments, &operations, MemoryLayout<fuse_lowlevel_ops>.size, userData)
        }
    }

    private func startServing(_ session: OpaquePointer, _ loop: EventLoop) throws(Errno) {
        let descriptor = FileDescriptor(rawValue: fuse_session_fd(session))
        try descriptor.setNonBlocking()
        var transport = customTransport
        let result = fuse_session_custom_io(session, &transport, descriptor.rawValue)
        guard result == 0 else { throw Errno(rawValue: -result) }
        initialization = Initialization(wantsPassthrough: options.wantsPassthrough, stackDepth: options.stackDepth)
        device = try FileDescriptor.deviceWithoutAsking(path: mountPoint)
        watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in _ = serve(atMost: 64) }
        loop.look { [unowned self] in serve(atMost: 1) }
    }

    /// The connection to the kernel, or nil after the end.
    package var descriptor: FileDescriptor? {
        session.flatMap { watch == nil ? nil : FileDescriptor(rawValue: fuse_session_fd($0)) }
    }

    /// libfuse's own handle, for notifications.
    var handle: OpaquePointer? { watch == nil ? nil : session }

    // MARK: Serving

    /// Answers what the kernel has sent, up to a bound that keeps timers and control sockets alive under load.
    /// - Returns: whether it had sent anything.
    private func serve(atMost limit: Int) -> Bool {
        guard let session, watch != nil else { return false }
        isServing = true
        defer { isServing = false }
        for count in 0..<limit {
            let size = fuse_session_receive_buf(session, &buffer)
            if size == -EAGAIN { return count > 0 }
            if size == -EINTR { continue }
            guard size > 0, fuse_session_exited(session) == 0 else {
                end()
                return true
            }
            if count == 0 { loop?.expectMore() }
            message = UnsafeMutableRawBufferPointer(start: buffer.mem, count: Int(size))
            translateTemporaryFile()
            fuse_session_process_buf(session, &buffer)
            if !interrupted.isEmpty { deliverInterrupts() }
            if watch == nil { return true }
        }
        return true
    }

    private func end() {
        stopWatching()
        let fileSystem = fileSystem
        self.fileSystem = nil
        fileSystem?.connectionEnded()
    }

    private func stopWatching() {
        watch?.cancel()
        watch = nil
        loop?.look(by: nil)
    }

    @inline(__always)
    static func withFileSystem(_ request: fuse_req_t, _ body: (any FileSystem, FileSystemSession) -> Void) {
        Unmanaged<FileSystemSession>.fromOpaque(fuse_req_userdata(request))._withUnsafeGuaranteedRef { session in
            guard let fileSystem = session.fileSystem else {
                fuse_reply_err(request, ENOTCONN)
                return
            }
            body(fileSystem, session)
        }
    }

    // MARK: What libfuse 3.14 doesn't hand on

    /// A word of the request's body: flags that libfuse has no room for.
    func word(at offset: Int) -> UInt32 {
        let place = MemoryLayout<fuse_in_header>.size + offset
        guard place + 4 <= message.count else { return 0 }
        return message.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }

    /// O_TMPFILE has a request of its own, which is laid out like that for create.
    private func translateTemporaryFile() {
        isTemporaryFile = false
        guard message.count >= MemoryLayout<fuse_in_header>.size,
            message.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == FUSE_TMPFILE.rawValue
        else { return }
        isTemporaryFile = true
        message.storeBytes(of: FUSE_CREATE.rawValue, toByteOffset: 4, as: UInt32.self)
    }

    // MARK: Ending

    /// Takes the mount away when nobody uses it: what is dirty in shared mappings is written first. The loop goes on
    /// serving meanwhile, so call this from there, with nothing held.
    /// - Parameter finished: called on the loop's thread, with nil, or with why the mount is still there (EBUSY).
    package func unmountOrderly(_ finished: @escaping (Errno?) -> Void) {
        guard let loop, watch != nil else { return finished(nil) }
        let (sender, path) = (loop.sender, mountPoint)
        // The callback stays on the loop's thread; only its box travels.
        nonisolated(unsafe) let finished = finished
        do throws(Errno) {
            try DetachedThread.start {
                let error = Unmounting.unmount(path)
                sender.post { finished(error) }
            }
        } catch {
            finished(error)
        }
    }

    /// Takes the mount away at once: every caller that still waits gets ECONNABORTED, every open descriptor is dead.
    package func unmount() {
        guard watch != nil, let session else { return }
        stopWatching()
        fileSystem = nil
        fuse_session_exit(session)
        isMounted = false
        fuse_session_unmount(session)
    }

    // MARK: Interrupts

    func watchInterrupt(of request: fuse_req_t, _ handler: @escaping () -> Void) {
        interruptHandlers[UnsafeRawPointer(request)] = handler
        // libfuse calls while it holds the request's lock, so the answer has to come after it has returned.
        fuse_req_interrupt_func(
            request,
            { request, data in
                Unmanaged<FileSystemSession>.fromOpaque(data!)._withUnsafeGuaranteedRef { session in
                    session.interrupted.append(UnsafeRawPointer(request!))
                    if !session.isServing { session.loop?.schedule(at: .now) { session.deliverInterrupts() } }
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    @inline(__always)
    func forgetInterrupt(of request: fuse_req_t) {
        if !interruptHandlers.isEmpty { removeInterruptHandler(of: request) }
    }

    private func removeInterruptHandler(of request: fuse_req_t) {
        interruptHandlers[UnsafeRawPointer(request)] = nil
        if !interrupted.isEmpty { interrupted.removeAll { $0 == UnsafeRawPointer(request) } }
    }

    private func deliverInterrupts() {
        while let request = interrupted.popLast() {
            interruptHandlers.removeValue(forKey: request)?()
        }
    }
}
