import Foundation
import ProviderTesting
import SystemIO
import Testing

/// What can't be meant is told at once: where it is, what is wrong, what to write.
@Suite struct BadWordTests {
    private let provider: MountedProvider
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        provider = try MountedProvider(yaml: "provider: P\nscope: none", documents: ["a.txt": Data("a".utf8)])
        try "hello".write(toFile: folder.path + "/file", atomically: true, encoding: .utf8)
    }

    private func expect(
        _ words: [String], _ code: Int32, _ message: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try BuiltProgram.fpsim(words)
        #expect(run.exit == .exited(code), "\(run.output.text)\(run.error.text)", sourceLocation: location)
        #expect(
            message.isEmpty || (run.error.text + run.output.text).contains(message),
            "\(run.output.text)\(run.error.text)",
            sourceLocation: location)
    }

    @Test func `a trace is filtered by words that there are`() throws {
        try expect(["trace", "t", "--operation", "raed"], 64, "option --operation 'raed': did you mean 'read'?")
        try expect(["trace", "t", "--operation", "bogus"], 64, "option --operation 'bogus': there is none")
        try expect(["trace", "t", "--errno", "EPREM"], 64, "option --errno 'EPREM': did you mean 'EPERM'?")
        let trace = folder.path + "/t.jsonl"
        try #"{"trace":1,"mount":"/m","provider":"P","seed":1,"startedAt":"2026-01-01T00:00:00Z"}"#.appending("\n")
            .write(toFile: trace, atomically: true, encoding: .utf8)
        try expect(["trace", trace, "--path", "[a"], 64, "option --path '[a': the glob has '['")
    }

    @Test func `a wait is for something that can come`() throws {
        let mount = provider.url.path
        try expect(["wait", mount, "held", "--operation", "opne"], 64, "did you mean 'open'?")
        try expect(["wait", mount, "quiet", "--path", "a.txt"], 64, "option --path says nothing about 'quiet'")
        try expect(["wait", mount, "fired", "--operation", "open"], 64, "--operation says nothing about 'fired'")
        try expect(["wait", mount, "downloaded"], 64, "'downloaded' needs --path")
        try expect(["wait", mount, "materialized", "--path", "b.txt"], 66, "There is no 'b.txt' on this mount.")
        try expect(["wait", mount, "held", "--path", "/etc/passwd"], 64, "/etc/passwd: it isn't on that mount")
        try expect(["wait", mount, "held", "--path", "b.txt", "--yet-to-come", "--timeout", "10ms"], 1, "0 held")
        try expect(["wait", mount, "materialized", "--path", mount + "/a.txt"], 0, "")
    }

    @Test func `an item that is yet to come is waited for`() throws {
        let mount = provider.url
        let waiting = BackgroundRun(["wait", mount.path, "materialized", "--path", "b.txt", "--yet-to-come"])
        try BuiltProgram.fpsim(["move", mount.path + "/a.txt", "b.txt"]).expectSuccess()
        #expect(waiting.exit == .exited(0))
    }

    @Test func `a file is no folder, an address is no file, an empty name is no place`() throws {
        try expect(["pick", "--folder", provider.url.path + "/a.txt"], 64, "'a.txt' is a file, not a folder.")
        try expect(["pick", "--folder", folder.path + "/file"], 64, "is a file, not a folder")
        try expect(
            ["import", "--library", folder.path + "/library", "https://example.com/a.pdf"], 1,
            "it is an address of the web")
        try expect(["move", provider.url.path + "/a.txt", ""], 64, "TO is empty")
        let place = try folder.make("mnt")
        try expect(
            ["mount", folder.path, place, "--log", "/nonexistent/log"], 73,
            "/nonexistent/log: the log can't be written: ENOENT")
    }

    @Test func `a check tells all, also of files that aren't there`() throws {
        let config = folder.path + "/c.yaml"
        try "provider: P\nrules:\n  - {when: {operation: read, nth: 0}, do: {die: ENOTCONN}}\n".write(
            toFile: config, atomically: true, encoding: .utf8)
        try expect(["check", config], 65, "nth: matches are counted from 1, so none is number 0")
        try expect(["check", config], 65, "die: 'ENOTCONN' is an error, no duration")
        let moments = folder.path + "/moments.yaml"
        try "provider: P\nrules:\n  - {do: {report-time: 2026-02-30}}\n".write(
            toFile: moments, atomically: true, encoding: .utf8)
        try expect(
            ["check", moments], 65, "report-time: '2026-02-30' is no moment; write epoch, future, changing, or a date")
        let run = try BuiltProgram.fpsim(["check", "--json", config, "nothing-like-it"])
        #expect(run.exit == .exited(66))
        let json = try JSONSerialization.jsonObject(with: Data(run.output.text.utf8)) as? [String: [[String: Any]]]
        #expect(json?["configs"]?.map { $0["missing"] is String } == [false, true])
        try ("provider: \"" + String(repeating: "x", count: 3_000_000) + "\"\n").write(
            toFile: config, atomically: true, encoding: .utf8)
        try expect(["check", config], 65, "provider: the text has 3000000 bytes; write at most 4096")
        try expect(["check", "--schema"], 0, #""minimum": 1"#)
    }

    @Test func `with-access to a provider that was killed says so in plain words`() throws {
        let url = try provider.pick("a.txt").absoluteString
        provider.kill()
        try expect(["with-access", url, "--", "true"], 125, "The provider doesn't answer.")
        try expect(["with-access", url, "--", "true"], 125, "'fpsim unmount' clears the mount.")
    }

    @Test(arguments: [
        ["mount", "", "m"], ["pick", ""], ["revoke", ""], ["import", "--library", "l", ""], ["trace", ""],
        ["with-access", "", "--", "true"], ["evict", "a", ""],
    ])
    func `an empty word is a variable that isn't set, and nothing is done`(words: [String]) throws {
        try expect(words, 64, " is empty")
    }

    @Test func `an argument of a command that is run may be empty`() throws {
        try expect(["with-access", folder.path + "/file", "--", "test", "-z", ""], 0, "")
    }

    @Test func `what would block for ever is told instead`() throws {
        let fifo = folder.path + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        try expect(["trace", fifo], 66, "\(fifo): it is a FIFO, no file")
        try expect(["replay", fifo, "--config"], 66, "it is a FIFO, no file")
        try expect(["rules", provider.url.path, "add", fifo], 66, "it is a FIFO, no file")
    }

    @Test func `rules are text`() throws {
        let rules = folder.path + "/rules.yaml"
        try Data("rules:\n  - {name: caf".utf8 + [0xE9] + ", do: {fail: EIO}}\n".utf8).write(
            to: URL(fileURLWithPath: rules))
        try expect(["rules", provider.url.path, "add", rules], 65, "it isn't UTF-8")
        try expect(["check", rules], 65, ":2:15: error: the byte 0xE9 isn't UTF-8 here")
    }

    @Test func `an expectation of no document is told, and holds nothing`() throws {
        let config = folder.path + "/c.yaml"
        try "provider: P\nexpect:\n  - {document: Reprot.pdf, outcome: failed}\n".write(
            toFile: config, atomically: true, encoding: .utf8)
        try expect(["check", config], 0, "3:6: warning: expect: no document of a trial matches 'Reprot.pdf'")
        try expect(["check", config], 0, "did you mean 'Report.pdf'?")
        try expect(["trial", config], 1, "the expectation of “Reprot.pdf” matches no document")
    }

    @Test func `documents that can't be laid out are told`() throws {
        let config = folder.path + "/c.yaml"
        try "provider: P\ndocuments:\n  - {path: a, bytes: 100GiB}\n  - {path: a/b.pdf, pdf: 1KiB}\n".write(
            toFile: config, atomically: true, encoding: .utf8)
        try expect(["check", config], 65, "bytes: a trial lays out documents of at most 256MiB")
        try expect(["check", config], 65, "'a' is a document, and 'a/b.pdf' would be in it")
    }

    @Test func `a provider that is stopped is given up, also by those who look for a path`() throws {
        let mount = provider.url.path
        let pid = try #require(
            BuiltProgram.fpsim(["status", mount]).output.text.split(separator: "\n").first.flatMap {
                $0.split(separator: "(process ").last?.prefix(while: \.isNumber)
            }.flatMap { Int32($0) })
        kill(pid, SIGSTOP)
        let start = ContinuousClock.now
        try expect(["wait", mount, "quiet", "--timeout", "300ms"], 69, "")
        #expect(ContinuousClock.now - start < .seconds(8))
        try expect(["pick", mount + "/a.txt"], 69, "The provider didn't answer")
        try expect(["unmount", mount, "--timeout", "200ms"], 0, "")
        #expect(ProcessExit.wait(for: pid, until: .now + .seconds(10)))
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `with-access passes on what asks it to end, and ends its access`(signal: Int32) throws {
        let mount = provider.url.path
        let run = try ChildProcess(
            path: ProgramLocation.find(), arguments: ["with-access", mount + "/a.txt", "--", "sleep", "60"])
        try BuiltProgram.fpsim(["wait", mount, "claims-held"]).expectSuccess()
        try run.signal(signal)
        #expect(try run.wait(until: .now + .seconds(20)) == .killed(signal: signal))
        try BuiltProgram.fpsim(["wait", mount, "quiet"]).expectSuccess()
        #expect(try provider.trace.hasBalancedScopes)
    }

    @Test func `a trace that a full disk doesn't take is told by status and at the end`() throws {
        let place = try folder.make("traced")
        try expect(["mount", try folder.make("beneath"), place, "--trace", "/dev/full"], 0, "")
        for _ in 0..<3 { _ = try FileManager.default.contentsOfDirectory(atPath: place) }
        try BuiltProgram.fpsim(["wait", place, "quiet"]).expectSuccess()
        try expect(["unmount", place], 74, "its trace isn't whole: ENOSPC")
    }

    @Test func `Ctrl-C of a move that waits for a claim takes the move back`() throws {
        let mount = provider.url
        try provider.addRules(
            "rules:\n  - {name: holds, when: {operation: coordinate}, do: {hold-claim: {mode: reading}}}")
        // Whoever reads makes the rule hold a claim of somebody else's.
        try BuiltProgram.fpsim(["with-access", mount.path + "/a.txt", "--", "true"]).expectSuccess()
        let move = try ChildProcess(
            path: ProgramLocation.find(), arguments: ["move", "--coordinated", mount.path + "/a.txt", "b.txt"])
        try BuiltProgram.fpsim(["wait", mount.path, "claims-waiting"]).expectSuccess()
        try move.signal(2)
        #expect(try move.wait() == .killed(signal: 2))
        try BuiltProgram.fpsim(["release", mount.path, "holds"]).expectSuccess()
        try BuiltProgram.fpsim(["wait", mount.path, "quiet"]).expectSuccess()
        #expect(FileManager.default.fileExists(atPath: mount.path + "/a.txt"))
        #expect(!FileManager.default.fileExists(atPath: mount.path + "/b.txt"))
    }
}

/// A run of the program beside the test.
private final class BackgroundRun: Sendable {
    private let child: ChildProcess?

    init(_ arguments: [String]) { child = try? ChildProcess(path: ProgramLocation.find(), arguments: arguments) }

    var exit: ChildProcess.Exit? { try? child?.wait(until: .now + .seconds(30)) }
}

extension CapturedRun {
    fileprivate func expectSuccess(_ location: SourceLocation = #_sourceLocation) {
        #expect(exit == .exited(0), "\(error.text)", sourceLocation: location)
    }
}
