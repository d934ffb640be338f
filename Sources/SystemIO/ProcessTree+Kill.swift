import CLinux
import Glibc

extension ProcessTree {
    /// Kills processes and all below them, at once: none of them runs on while the others die, and none that they start
    /// meanwhile is missed. Each is known by a pidfd before it is touched.
    /// - Returns: how many were killed.
    @discardableResult
    package static func killTrees(from roots: [pid_t]) -> Int {
        var tree: [pid_t: OwnedProcess] = [:]
        // A stopped process starts no children, so the second look finds what the first one missed.
        var found = roots + roots.flatMap(descendants)
        while !found.isEmpty {
            for pid in found where tree[pid] == nil {
                guard let process = OwnedProcess(pid) else { continue }
                process.signal(SIGSTOP)
                tree[pid] = process
            }
            found = roots.flatMap(descendants).filter { tree[$0] == nil && exists($0) }
        }
        for process in tree.values { process.signal(SIGKILL) }
        return tree.count
    }

    /// Whether the environment that a process was started with holds this line, such as `FPSIM_TRIAL=7`.
    package static func hasEnvironment(_ line: String, _ pid: pid_t) -> Bool { Stray(pid: pid).hasEnvironment(line) }
    /// The same of a line that begins so, such as `FPSIM_TRIAL=`.
    package static func hasEnvironment(startingWith text: some StringProtocol, _ pid: pid_t) -> Bool {
        Stray(pid: pid).environment.contains { $0.hasPrefix(text) }
    }

    private static func exists(_ pid: pid_t) -> Bool {
        Glibc.kill(pid, 0) == 0 && CallingProcess(thread: pid) != nil
    }
}

/// A process by its pidfd.
private final class OwnedProcess {
    private let descriptor: OwnedFileDescriptor

    init?(_ pid: pid_t) {
        let number = fpsim_pidfd_open(pid)
        guard number >= 0 else { return nil }
        descriptor = OwnedFileDescriptor(owning: number)
    }

    func signal(_ number: CInt) {
        _ = fpsim_pidfd_send_signal(descriptor.borrowed.rawValue, number)
    }
}
