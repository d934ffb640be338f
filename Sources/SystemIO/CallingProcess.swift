import Glibc

/// The process behind a thread. What the kernel gives with a FUSE request is a thread's id, and grants, claims and
/// rules are about processes.
package struct CallingProcess: Hashable, Sendable {
    package let processID: pid_t
    package let parentID: pid_t
    /// The main thread's name, as `ps` shows it: at most 15 bytes.
    package let name: String

    /// Reads `/proc`. Nil when the thread is gone, or lives in another pid namespace.
    package init?(thread: pid_t) {
        guard thread > 0 else { return nil }
        let lines = ProcessFile.text("/proc/\(thread)/status").split(separator: "\n")
        func field(_ name: String) -> Substring? {
            lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).drop { $0 == "\t" || $0 == " " }
        }
        guard let processID = field("Tgid:").flatMap({ pid_t($0) }),
            let parentID = field("PPid:").flatMap({ pid_t($0) })
        else { return nil }
        self.processID = processID
        self.parentID = parentID
        let comm = processID == thread ? field("Name:") : nil
        name = comm.map(String.init) ?? String(ProcessFile.text("/proc/\(processID)/comm").prefix { $0 != "\n" })
    }

    /// The parent, its parent, and so on up to init.
    package static func ancestors(of processID: pid_t) -> [pid_t] {
        var ancestors: [pid_t] = []
        var current = processID
        // A chain can't be longer than this unless the numbers were used again while it was walked.
        while ancestors.count < 1024, let parent = CallingProcess(thread: current)?.parentID, parent > 0 {
            ancestors.append(parent)
            current = parent
        }
        return ancestors
    }
}
