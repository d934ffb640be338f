import Glibc

/// A process that no later one is taken for: its number may be given again, but not with the same start.
package struct ProcessIdentity: Hashable, Sendable {
    /// Numbers mean nothing outside of their namespace.
    private let namespace: UInt64
    private let pid: pid_t
    /// In clock ticks since the system started.
    private let start: UInt64

    /// The process that runs this.
    package static let own = ProcessIdentity(
        namespace: ownNamespace, pid: getpid(), start: life(of: getpid())?.start ?? 0)

    private init(namespace: UInt64, pid: pid_t, start: UInt64) {
        self.namespace = namespace
        self.pid = pid
        self.start = start
    }

    /// From `text`.
    package init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard numbers.count == 3, let namespace = numbers[0], let pid = numbers[1].flatMap(pid_t.init(exactly:)),
            let start = numbers[2]
        else { return nil }
        self.init(namespace: namespace, pid: pid, start: start)
    }

    /// As a part of a file's name.
    package var text: String { "\(namespace)-\(pid)-\(start)" }

    /// Whether it is known to have ended. Of a process in another namespace nothing is known.
    package var hasEnded: Bool {
        guard namespace == Self.ownNamespace else { return false }
        guard let life = Self.life(of: pid) else { return true }
        return life.isOver || life.start != start
    }

    private static let ownNamespace =
        (try? FileDescriptor.workingDirectory.status(of: "/proc/self/ns/pid", followLink: true).inode) ?? 0

    /// proc_pid_stat(5): what follows the command's name, which may hold anything.
    private static func life(of pid: pid_t) -> (isOver: Bool, start: UInt64)? {
        let text = ProcessFile.text("/proc/\(pid)/stat")
        guard let parenthesis = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: parenthesis)...].split(separator: " ")
        guard fields.count > 19, let start = UInt64(fields[19]) else { return nil }
        return (isOver: fields[0] == "Z" || fields[0] == "X", start)
    }
}
