import Foundation
import SystemIO
import Testing

/// A soak as somebody runs it: it is ended, killed, divided.
@Suite struct SoakCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func arguments(_ more: [String]) -> [String] {
        ["soak", "--seed", "3", "--jobs", "3", "--no-shrink", "--work", folder.path] + more
    }

    /// The numbers of the trials that a soak wrote down.
    private func trials(_ out: String) throws -> [Int] {
        struct Line: Decodable { let number: Int }
        return try folder.content("\(out)/trials.jsonl").split(separator: "\n").dropFirst().compactMap { line in
            try? JSONDecoder().decode(Line.self, from: Data(line.utf8)).number
        }
    }

    /// Starts a soak, and sends a signal once it has written down some trials.
    private func soak(_ more: [String], out: String, endedBy signal: Int32) throws -> CapturedRun {
        var options = ChildProcess.Options()
        options.startsSession = true
        let program = try BuiltProgram.path("fpsim")
        let words = arguments(more + ["--out", "\(folder.path)/\(out)"])
        return try CapturedRun(
            path: program, arguments: words, options: options, until: ContinuousClock.now + .seconds(120),
            onStart: { (process: ChildProcess) in
                try? DetachedThread.start { SoakCommandTests.signal(process, signal, whenWrittenIn: folder, out) }
            })
    }

    /// Once four trials are in its journal.
    private static func signal(
        _ process: ChildProcess, _ number: Int32, whenWrittenIn folder: TemporaryFolder, _ out: String
    ) {
        for _ in 0..<6000 {
            let lines = (try? folder.content("\(out)/trials.jsonl"))?.split(separator: "\n").count ?? 0
            if lines > 4 { break }
            usleep(10_000)
        }
        try? process.signal(number)
    }

    /// Another identity between scope and open; a power cut that an importer outran, twice.
    @Test(arguments: [133, 342, 2243]) func `a trial that once blamed our importer for its own doing doesn't`(
        _ number: Int
    ) throws {
        let run = try BuiltProgram.fpsim(
            ["soak", "--seed", "20261130", "--only", "\(number)", "--bound", "30s", "--work", folder.path])
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
    }

    @Test func `Ctrl-C ends it with its report`() throws {
        let run = try soak(["--for", "10m"], out: "ended", endedBy: SIGINT)
        #expect(run.exit == .exited(130), "\(run.output.text)\(run.error.text)")
        #expect(run.output.text.split(separator: "\n").last?.contains(" trials (") == true)
        #expect(try folder.content("ended/report.json").contains("\"wasInterrupted\" : true"))
        #expect(try folder.content("ended/report.html").contains("<html"))
    }

    @Test func `one that was killed goes on where it was, and leaves no mount`() throws {
        let killed = try soak(["--trials", "14"], out: "killed", endedBy: SIGKILL)
        #expect(killed.exit == .killed(signal: SIGKILL))
        let before = try trials("killed")
        #expect(before.count >= 4 && before.count < 14)
        let run = try BuiltProgram.fpsim(
            arguments(["--trials", "14", "--out", "\(folder.path)/killed"]), until: .seconds(120))
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        #expect(try trials("killed").sorted() == Array(1...14))
        #expect(try trials("killed").starts(with: before))
        #expect(run.output.text.contains("\n14 trials ("))
        #expect(try !folder.holdsMount())
    }

    @Test func `the shares of a divided one are the trials of the whole`() throws {
        for share in ["1/2", "2/2"] {
            let run = try BuiltProgram.fpsim(
                arguments(["--trials", "8", "--shard", share, "--out", "\(folder.path)/\(share.first!)"]),
                until: .seconds(120))
            #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        }
        #expect(try (trials("1") + trials("2")).sorted() == Array(1...8))
        let merged = try BuiltProgram.fpsim(["merge", "\(folder.path)/1", "\(folder.path)/2"])
        #expect(merged.exit == .exited(0), "\(merged.output.text)\(merged.error.text)")
        #expect(merged.output.text.hasPrefix("8 trials (") && merged.error.text.isEmpty)
        let half = try BuiltProgram.fpsim(["merge", "\(folder.path)/1"])
        #expect(half.error.text.contains("2/2"), "it says which are missing")
    }

    @Test func `one trial as JSON is JSON`() throws {
        let run = try BuiltProgram.fpsim(
            ["soak", "--seed", "1", "--only", "1", "--work", folder.path, "--bound", "30s", "--json"])
        struct Record: Decodable {
            struct Soak: Decodable { let trials: Int }
            let soak: Soak
        }
        let record = try JSONDecoder().decode(Record.self, from: Data(run.output.text.utf8))
        #expect(record.soak.trials == 1 && run.exit == .exited(0), "\(run.error.text)")
    }
}
