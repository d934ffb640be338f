import Reporting
import SystemIO

/// What a long run uses, looked at again and again: growth is a finding.
struct ResourceWatch: Sendable {
    private struct Course {
        let what: String
        let unit: String
        /// More than this above where it was after the first tenth is growth.
        let slack: Int
        var values: [Int] = []
    }

    private var courses = [
        Course(what: "memory", unit: "KiB", slack: 48 * 1024),
        Course(what: "descriptors", unit: "descriptors", slack: 24),
        Course(what: "child processes", unit: "processes", slack: 24),
        Course(what: "mounts of fpsim", unit: "mounts", slack: 12),
    ]

    /// Looks once.
    mutating func look() {
        let now = [Self.memory, Self.descriptors, Self.children, Self.mounts]
        for index in courses.indices { courses[index].values.append(now[index]) }
    }

    /// What came of it. Warming up isn't growth: the first tenth doesn't count.
    var growth: [GrowthRecord] {
        courses.compactMap { course in
            let settled = course.values.dropFirst(course.values.count / 10)
            guard settled.count > 3 else { return nil }
            let quarter = max(settled.count / 4, 1)
            let first = settled.prefix(quarter).sorted()[quarter / 2]
            let last = settled.suffix(quarter).sorted()[quarter / 2]
            return GrowthRecord(
                what: course.what, unit: course.unit, first: first, last: last, peak: course.values.max() ?? 0,
                isFinding: settled.count > 20 && last > first + course.slack + first / 5)
        }
    }

    // By system calls of our own: Foundation keeps a little of each file and folder that it reads, and this looks once a
    // second for as long as a soak lasts.

    private static var memory: Int {
        let lines = text("/proc/self/status").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static var descriptors: Int { FolderListing.names(ofPath: "/proc/self/fd").count }

    private static var children: Int { ProcessTree.ownChildren.count }

    private static var mounts: Int {
        text("/proc/mounts").split(separator: "\n").count { $0.contains(" fuse.fpsim ") }
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? RegularFile.content(ofPath: path, limit: 1 << 26)) ?? [], as: UTF8.self)
    }
}
