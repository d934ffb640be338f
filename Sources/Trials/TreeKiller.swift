import ControlProtocol
import Glibc
import Synchronization
import SystemIO

/// Kills an importer with all its descendants, at a time or when the provider holds so many requests.
final class TreeKiller: Sendable {
    private enum State {
        case idle
        case armed(ChildProcess)
        case done
    }

    private let state = Mutex(State.idle)
    private let killed = Atomic(false)

    var hasKilled: Bool { killed.load(ordering: .acquiring) }

    func arm(_ process: ChildProcess, request: TrialStep.ImportRequest, client: ControlClient) {
        guard request.killAfterMilliseconds != nil || request.killWhenHeld != nil else { return }
        state.withLock { $0 = .armed(process) }
        try? DetachedThread.start { [self] in
            if let count = request.killWhenHeld {
                _ = try? client.call(
                    WaitRequest(condition: .held, count: count, deadlineMilliseconds: 20_000), deadline: .seconds(21))
            }
            if let milliseconds = request.killAfterMilliseconds { _ = usleep(UInt32(milliseconds) * 1000) }
            fire()
        }
    }

    /// The run is over; nothing may be killed any more.
    func disarm() {
        state.withLock { $0 = .done }
    }

    private func fire() {
        state.withLock { state in
            guard case .armed(let process) = state, (try? process.wait(until: .now)) == .some(nil) else { return }
            killed.store(true, ordering: .releasing)
            let below = ProcessTree.descendants(of: process.pid)
            try? process.signal(SIGKILL)
            for pid in below { kill(pid, SIGKILL) }
            state = .done
        }
    }
}
