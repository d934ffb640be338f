import FUSE
import SystemIO

/// The processes whose reads are held for long. The kernel tells when a caller leaves a read that it waits for itself,
/// and not of one that it made ahead, as for `sendfile` or `copy_file_range`: those pages would stay locked, and whoever
/// reads them next would wait for an answer that is nobody's any more.
struct LeavingCallers {
    /// What ends sooner by itself needs no watch.
    static let patience = Duration.milliseconds(500)

    fileprivate var watches: [Int32: EventLoop.Watch] = [:]
}

extension ProviderServer {
    /// Has the reads of a process that are held answered when it ends.
    func watchCaller(_ process: CallingProcess?) {
        guard let pid = process?.processID, leavingCallers.watches[pid] == nil else { return }
        do throws(Errno) {
            leavingCallers.watches[pid] = try loop.onExit(of: pid) { [unowned self] in callerEnded(pid) }
        } catch {
            // One that has ended by now is not waited for. Without a descriptor left, the next read tries again.
            guard error.name == "ESRCH" else { return }
            loop.schedule(at: .now) { [unowned self] in callerEnded(pid) }
        }
    }

    private func callerEnded(_ pid: Int32) {
        leavingCallers.watches[pid] = nil
        endHolds(.interrupted) { $0.operation == .read && $0.process?.processID == pid }
    }
}
