import Glibc

/// The process behind a thread. What the kernel gives with a FUSE request is a thread's id, and grants, claims and
/// rules are about processes.
package struct CallingProcess: Hashable, Sendable {
    package let processID: pid_t
    package let parentID: pid_t
    /// The main thread's name, as `ps` shows it: at most 15 bytes.
    package internal(set) var name: String

    /// Reads `/proc`. Nil when the thread is gone, or lives in another pid namespace.
    package init?(thread: pid_t) {
        guard thread > 0 else { return nil }
        // Asked for every open: what is wanted stands in the first lines, whose longest is the name.
        let lines = ProcessFile.head("/proc/\(thread)/status", limit: 512)
        guard let processID = Self.number(of: "Tgid:", in: lines), let parentID = Self.number(of: "PPid:", in: lines)
        else { return nil }
        self.processID = processID
        self.parentID = parentID
        let comm =
            processID == thread
            ? Self.field("Name:", in: lines) ?? [] : ProcessFile.head("/proc/\(processID)/comm", limit: 64)[...]
        name = String(decoding: comm.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// What follows the field's name on its line.
    private static func field(_ name: StaticString, in lines: [UInt8]) -> ArraySlice<UInt8>? {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        var line = lines[...]
        while !line.isEmpty {
            let end = line.firstIndex(of: UInt8(ascii: "\n")) ?? line.endIndex
            if line[..<end].starts(with: wanted) {
                return line[..<end].dropFirst(wanted.count).drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            }
            line = line[end...].dropFirst()
        }
        return nil
    }

    private static func number(of name: StaticString, in lines: [UInt8]) -> pid_t? {
        guard let digits = field(name, in: lines), !digits.isEmpty else { return nil }
        var number: pid_t = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number &* 10 &+ pid_t(digit - UInt8(ascii: "0"))
        }
        return number
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
