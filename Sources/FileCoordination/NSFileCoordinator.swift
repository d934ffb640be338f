#if os(Linux)
import ControlProtocol
import Foundation
import Synchronization

/// Coordinates reading and writing of files among processes: the API of Apple's class of this name, with the mount's
/// provider as arbiter, or the process itself for files without a mount.
///
/// Readers share an item and writers exclude all others (file-access-semantics b1). One instance never waits for
/// itself, nor do instances with one purpose identifier, even in different processes (b2). A coordinated read of an
/// item that isn't downloaded downloads it first and waits for that, without a deadline of its own (b17, b20).
///
/// Where accesses would wait for each other for ever, the last one fails with POSIX EDEADLK beneath its error; Apple's
/// would hang.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
    private struct State {
        var purpose: String
        var isCancelled = false
        var running: [ObjectIdentifier: CoordinatedAccess] = [:]
    }

    /// Never held while anything is called.
    private let state: Mutex<State>
    private let presenter: String?

    /// A coordinator for a presenter's own work: the presenter gets no messages about it (c8), and it shares the
    /// presenter's purpose, so two such coordinators don't exclude each other (b2).
    public init(filePresenter: (any NSFilePresenter)? = nil) {
        let identity = filePresenter.map(PresenterRegistry.identity(of:))
        presenter = identity?.name
        state = Mutex(State(purpose: identity?.purpose ?? UUID().uuidString))
        super.init()
    }

    /// A coordinator for nobody's presenter (b2).
    public override convenience init() {
        self.init(filePresenter: nil)
    }

    /// Coordinators with one purpose never wait for each other (b2). A random one unless it is set, or the
    /// presenter's.
    open var purposeIdentifier: String {
        get { state.withLock { $0.purpose } }
        set { state.withLock { $0.purpose = newValue } }
    }

    /// Ends what waits, from any thread: pending calls fail with `CocoaError.userCancelled`, later ones never run their
    /// accessor, and one that runs finishes (b15).
    open func cancel() {
        let running = state.withLock { state in
            state.isCancelled = true
            return Array(state.running.values)
        }
        for access in running { access.cancel() }
    }

    // MARK: For the other files

    /// Makes the access of one call, known to `cancel` until `end`.
    func begin(
        _ items: [RequestedItem], isNested: Bool = true, prepare: Bool = false
    ) throws(ControlFailure) -> CoordinatedAccess {
        let purpose = purposeIdentifier
        let access = try CoordinatedAccess(
            items, purpose: purpose, presenter: presenter, isNested: isNested, prepare: prepare)
        let isCancelled = state.withLock { state in
            state.running[ObjectIdentifier(access)] = access
            return state.isCancelled
        }
        if isCancelled { access.cancel() }
        return access
    }

    func end(_ access: CoordinatedAccess) {
        access.release()
        state.withLock { $0.running[ObjectIdentifier(access)] = nil }
    }

    /// Waits for access, runs the accessor on this thread, ends the access. Success isn't returned: on failure the
    /// error is set and the accessor isn't run (b12).
    func coordinate(_ items: [RequestedItem], _ outError: NSErrorPointer, _ accessor: ([URL]) -> Void) {
        do throws(ControlFailure) {
            let access = try begin(items)
            defer { end(access) }
            try access.wait()
            let snapshots = try UploadSnapshot.take(of: items, at: access.urls)
            defer { for snapshot in snapshots { snapshot?.remove() } }
            if items.allSatisfy({ $0.options.contains(.forUploading) }) { access.release() }
            let urls = zip(snapshots, access.urls).map { $0?.url ?? $1 }
            HeldClaims.hold(access.heldClaims) { accessor(urls) }
        } catch {
            outError?.pointee = AccessError.error(for: error, url: items.first?.url)
        }
    }
}
#endif
