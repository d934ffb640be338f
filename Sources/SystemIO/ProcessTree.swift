import CLinux
import Glibc

/// Processes that must not outlive what started them.
///
/// As a child subreaper this process becomes the parent of whatever a child leaves behind, so that a program which
/// forks and exits is still found: by its session, or by a variable of its environment.
package enum ProcessTree {
    /// Makes this process the new parent of orphaned descendants, for good.
    package static func becomeSubreaper() throws(Errno) {
        try SystemCall.once { fpsim_set_child_subreaper(1) }
    }

    /// The direct children of a process, without those of its children.
    package static func children(of pid: pid_t) -> [pid_t] {
        ProcessFile.names(in: "/proc/\(pid)/task").flatMap { thread in
            ProcessFile.text("/proc/\(pid)/task/\(thread)/children").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// The direct children of this process.
    package static var ownChildren: [pid_t] { children(of: getpid()) }

    /// All processes below one, parents first.
    package static func descendants(of pid: pid_t) -> [pid_t] {
        var found: [pid_t] = []
        var pending = children(of: pid)
        while let next = pending.popLast() {
            found.append(next)
            pending += children(of: next)
        }
        return found
    }

    /// Reaps what this process inherited and what has ended, and kills the inherited processes that `isOwn` claims,
    /// until none of them is left. Children that this process started itself are their owners'.
    /// - Returns: How many processes were killed.
    @discardableResult
    package static func killStrays(where isOwn: (Stray) -> Bool) -> Int {
        var killed = 0
        while true {
            let claimed = OwnedChildren.withOthers(children(of: getpid())) { others in
                others.map(Stray.init).filter { !$0.isReaped && isOwn($0) }.compactMap { EndingStray($0.pid) }
            }
            if claimed.isEmpty { return killed }
            let deadline = ContinuousClock.now + .seconds(5)
            let reaped = claimed.count { $0.isReaped(until: deadline) }
            killed += reaped
            if reaped < claimed.count { return killed }
        }
    }

    /// Kills every process that the caller claims, wherever it belongs, but this one.
    package static func killAll(where isOwn: (Stray) -> Bool) {
        for pid in ProcessFile.names(in: "/proc").compactMap({ pid_t($0) }) where pid != getpid() {
            // First the hold on the process, then the question which it is: its number may be given again meanwhile.
            let number = fpsim_pidfd_open(pid)
            guard number >= 0 else { continue }
            let descriptor = OwnedFileDescriptor(owning: number)
            if isOwn(Stray(pid: pid)) { _ = fpsim_pidfd_send_signal(descriptor.borrowed.rawValue, SIGKILL) }
        }
    }

    /// A child of this process, perhaps one that it inherited.
    package struct Stray {
        package let pid: pid_t

        /// The session that it belongs to.
        package var session: pid_t { getsid(pid) }

        /// Reaps it if it has ended. One of this process's own session may be a child that other code waits for: what
        /// fpsim contains runs in a session of its own.
        fileprivate var isReaped: Bool {
            guard session != getsid(0) else { return false }
            var status: CInt = 0
            return (try? SystemCall.retrying { waitpid(pid, &status, WNOHANG) }) == pid
        }

        /// Whether its environment holds this line, such as `FPSIM_TRIAL=7`.
        package func hasEnvironment(_ line: String) -> Bool {
            environment.contains(Substring(line))
        }

        /// How long execve may take on a busy machine, which may read the program from a slow disk.
        private static let longestExecution = Duration.seconds(5)

        /// The lines of its environment; none where it may not be read.
        package var environment: [Substring] {
            let deadline = MonotonicTime.now + Self.longestExecution
            repeat {
                guard let text = ProcessFile.contents("/proc/\(pid)/environ") else { break }
                if !text.isEmpty || hasNoEnvironment { return text.split(separator: "\0") }
                sched_yield()
            } while MonotonicTime.now < deadline
            return []
        }

        /// Whether there is nothing to read. In the middle of execve Linux shows an empty environment: it hides where it
        /// lies, then says that it begins and ends at one place while it is laid out, and after that where the code is:
        /// fs/proc/base.c, "Process is not complete", and fs/binfmt_elf.c, load_elf_binary.
        private var hasNoEnvironment: Bool {
            // Behind the name in parentheses, which may hold anything: proc_pid_stat(5), fields 3 and up.
            let fields = ProcessFile.text("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 48 else { return true }
            let (size, code, start, end) = (fields[20], fields[23], fields[47], fields[48])
            return size == "0" || (code != "0" && start == end && end != "0")
        }

        /// The command's name, as `ps` shows it.
        package var name: String {
            ProcessFile.text("/proc/\(pid)/comm").split(separator: "\n").first.map(String.init) ?? "?"
        }
    }
}

/// An inherited process that was killed.
private final class EndingStray {
    private let descriptor: OwnedFileDescriptor

    /// Kills it.
    init?(_ pid: pid_t) {
        let number = fpsim_pidfd_open(pid)
        guard number >= 0 else { return nil }
        descriptor = OwnedFileDescriptor(owning: number)
        _ = fpsim_pidfd_send_signal(number, SIGKILL)
    }

    /// Waits for its end, for a while: a system call may hold it, and it is reaped at another look then. Another thread
    /// that looks for strays may have been quicker.
    func isReaped(until deadline: ContinuousClock.Instant) -> Bool {
        var descriptor = pollfd(fd: descriptor.borrowed.rawValue, events: Int16(POLLIN), revents: 0)
        while (try? SystemCall.retrying { poll(&descriptor, 1, Poll.timeout(until: deadline)) }) == 0 {
            if ContinuousClock.now >= deadline { return false }
        }
        return isReapedNow
    }

    private var isReapedNow: Bool {
        var info = siginfo_t()
        let number = id_t(descriptor.borrowed.rawValue)
        return (try? SystemCall.retrying { waitid(P_PIDFD, number, &info, WEXITED) }) != nil
    }
}

/// Files of /proc, which have no size and are read to their end.
enum ProcessFile {
    /// Empty where the process is gone: it may end at any moment.
    static func text(_ path: String) -> String { contents(path) ?? "" }

    /// nil: the process is gone, or it is none of this user's.
    static func contents(_ path: String) -> String? {
        guard let number = try? SystemCall.retrying({ open(path, O_RDONLY | O_CLOEXEC) }) else { return nil }
        let file = OwnedFileDescriptor(owning: number)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while let count = try? SystemCall.retrying({ read(file.borrowed.rawValue, &buffer, buffer.count) }), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first bytes, at most this many, by one read.
    static func head(_ path: String, limit: Int) -> [UInt8] {
        guard let number = try? SystemCall.retrying({ open(path, O_RDONLY | O_CLOEXEC) }) else { return [] }
        let file = OwnedFileDescriptor(owning: number)
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = (try? SystemCall.retrying({ read(file.borrowed.rawValue, buffer.baseAddress, limit) })) ?? 0
        }
    }

    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
