import Foundation
import ProviderTesting
import SystemIO
import Testing

/// A session under rules and hands, and its replay under the same callers, on real mounts.
@Suite struct ReplayCommandTests {
    private let folder: URL
    private var source: String { folder.appendingPathComponent("source").path }
    private var mount: String { folder.appendingPathComponent("mount").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-replay-\(UUID().uuidString)")
        for name in ["source", "mount"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for name in ["a", "b", "c"] {
            try Data(repeating: 65, count: 50_000).write(to: folder.appendingPathComponent("source/\(name)"))
        }
        try Data(
            """
            provider: P
            scope: none
            rules:
              - {name: no, when: {operation: open, path: a, odds: 1/2}, do: {deny: EPERM}}
              - {name: short, when: {operation: read, path: b}, do: {end-early: 40%}}

            """.utf8
        ).write(to: folder.appendingPathComponent("config.yaml"))
    }

    private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// What a caller sees: how many bytes, or which error.
    private func read(_ name: String) -> String {
        do throws(Errno) {
            let file = try FileDescriptor.workingDirectory.open("\(mount)/\(name)", [.readOnly])
            return "\(try file.borrowed.readToEnd().count)"
        } catch {
            return error.name
        }
    }

    /// Serves until the body is done, and gives what the program printed.
    private func serving(
        _ arguments: [String], _ body: () throws -> Void
    ) throws -> (exit: ChildProcess.Exit?, text: String) {
        let (child, output) = try start(arguments)
        defer { close(output.rawValue) }
        var ready: UInt8 = 0
        while ready != UInt8(ascii: "\n") {
            let count = try withUnsafeMutableBytes(of: &ready) { try output.read(into: $0) }
            try #require(count == 1)
        }
        try body()
        #expect(try BuiltProgram.fpsim(["unmount", mount]).exit == .exited(0))
        let exit = try child.wait(until: .now + .seconds(20).withPatience)
        return (exit, String(decoding: try output.readToEnd(), as: UTF8.self))
    }

    /// When this returns the pipe's writing end is the child's alone, so that its end is noticed.
    private func start(_ arguments: [String]) throws -> (ChildProcess, FileDescriptor) {
        let pipe = try SystemIO.Pipe()
        var options = ChildProcess.Options()
        options.output = .descriptor(pipe.writeEnd.borrowed)
        let child = try ChildProcess(path: try ProgramLocation.find(), arguments: arguments, options: options)
        return (child, FileDescriptor(rawValue: try pipe.readEnd.borrowed.duplicate().release()))
    }

    @Test func `A replay answers the same calls alike, and says where others part`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var seen: [String] = []
        let recording = ["mount", source, mount, "--foreground", "-c", file("config.yaml"), "--trace", file("trace")]
        _ = try serving(recording) { () throws in
            seen = (0..<6).map { _ in read("a") } + [read("b"), read("c")]
            #expect(try BuiltProgram.fpsim(["replace", "--with", "empty", "\(mount)/c"]).exit == .exited(0))
            seen.append(read("c"))
            #expect(try BuiltProgram.fpsim(["move", "\(mount)/b", "f/"]).exit == .exited(0))
            seen += [read("b"), read("f/b")]
        }
        #expect(Set(seen) == ["50000", "EPERM", "20000", "0", "ENOENT"])
        // A busy machine is no departure.
        let replaying = ["replay", "--tolerance", "5s", file("trace"), source, mount]
        let same = try serving(replaying) { () throws in
            // The move had no call on the old name after it but a look-up, so it comes by the clock.
            let calls = ["a", "a", "a", "a", "a", "a", "b", "c", "c"].map(read)
            #expect(calls == Array(seen.prefix(9)))
            let deadline = ContinuousClock.now + .seconds(20).withPatience
            while read("f/b") == "ENOENT", ContinuousClock.now < deadline { sched_yield() }
            #expect(read("b") == "ENOENT")
        }
        #expect(same.exit == .exited(0), "\(same.text)")
        #expect(same.text == "Every call ended as it did then.\n")
        let before = try Data(contentsOf: URL(fileURLWithPath: file("trace")))
        #expect(try BuiltProgram.fpsim(replaying + ["--trace", file("trace")]).exit == .exited(64))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file("trace"))) == before)
        let other = try serving(replaying) { _ = read("c") }
        #expect(other.exit == .exited(1))
        #expect(other.text.contains("c: open was called 2 times, here once\n"), "\(other.text)")
    }

    @Test func `What is no trace is refused in one line`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try BuiltProgram.fpsim(["replay", file("config.yaml"), source, mount])
        #expect(run.exit == .exited(65))
        #expect(run.error.text.split(separator: "\n").count == 1)
        #expect(try BuiltProgram.fpsim(["replay", file("missing"), source, mount]).exit == .exited(66))
    }
}
