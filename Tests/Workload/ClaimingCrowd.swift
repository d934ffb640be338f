import FileCoordination
import Glibc
import SystemIO

/// Many processes that coordinate their access to a few items, some of which are killed meanwhile.
struct ClaimingCrowd {
    let folder: URL
    let processes: Int
    let accesses: Int
    let killed: Int
    let seed: UInt64

    /// - Returns: a line of JSON.
    /// - Throws: `ClaimingCrowd.Failure` where a process failed, or a count is lost.
    func run() throws -> String {
        let items = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().prefix(4)
        let counters = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-crowd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: counters, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: counters) }
        for item in items { try Data("0".utf8).write(to: counters.appendingPathComponent(item)) }

        let watch = Stopwatch()
        let children = try (0..<processes).map { number in
            try ChildProcess(
                path: "/proc/self/exe",
                arguments: [
                    "claim", folder.path, counters.path, "--count", "\(accesses)", "--seed", "\(seed + UInt64(number))",
                ])
        }
        for child in children.prefix(killed) {
            usleep(5000)
            try child.signal(SIGKILL)
        }
        let failed = try children.filter { try $0.wait(until: .now + .seconds(300)) != .exited(0) }.count
        guard failed <= killed else { throw Failure(reason: "\(failed - killed) processes failed") }

        let written = try items.map { try counter($0, counters) }.reduce(0, +)
        let logged = try FileManager.default.contentsOfDirectory(atPath: counters.path)
            .filter { $0.hasPrefix("writes-") }
            .map { try Data(contentsOf: counters.appendingPathComponent($0)).count }.reduce(0, +)
        // One that was killed may have counted, and not have logged it.
        guard (logged...logged + 2 * killed).contains(written) else {
            throw Failure(reason: "\(logged) writes were made, and \(written) counted")
        }
        let seconds = Double(watch.nanoseconds) / 1e9
        return "{\"processes\":\(processes),\"killed\":\(failed),\"accesses\":\(processes * accesses),"
            + "\"writes\":\(written),\"seconds\":\(seconds),\"seed\":\(seed)}"
    }

    private func counter(_ item: String, _ folder: URL) throws -> Int {
        Int(String(decoding: try Data(contentsOf: folder.appendingPathComponent(item)), as: UTF8.self)) ?? 0
    }

    struct Failure: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }
}
