import Foundation
import SystemIO
import Testing

/// What the commands that judge say to senseless words, to files that are none, and to Ctrl-C.
@Suite struct JudgingCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A FIFO in place of a record is refused, not waited for`() throws {
        for (command, name) in [("repro", "repro.json"), ("merge", "report.json")] {
            let found = try folder.make(command)
            #expect(mkfifo("\(found)/\(name)", 0o600) == 0)
            let run = try BuiltProgram.fpsim([command, found])
            #expect(run.exit == .exited(66))
            #expect(run.error.text.contains(name))
        }
    }

    @Test(arguments: [["soak", "--for", "0s"], ["soak", "--bound", "0s", "--trials", "1"]])
    func `No time at all is a usage error`(_ words: [String]) throws {
        let run = try BuiltProgram.fpsim(words)
        #expect(run.exit == .exited(64), "\(run.output.text)")
    }

    @Test func `A point that no import reaches is no success`() throws {
        let run = try BuiltProgram.fpsim(["sweep", "--point", "99999:kill-before", "--work", folder.path])
        #expect(run.exit == .exited(66), "\(run.output.text)")
    }

    @Test func `A matrix says before its first trial what it can't read or write`() throws {
        let file = "\(folder.path)/file"
        try "text".write(toFile: file, atomically: false, encoding: .utf8)
        let written = try BuiltProgram.fpsim(["matrix", "-c", "ends-early", "--out", "\(file)/report"])
        #expect(written.exit == .exited(73) && written.output.text.isEmpty)
        #expect(written.error.text.contains("ENOTDIR"), "\(written.error.text)")
        let manual = try BuiltProgram.fpsim(["matrix", "-c", "ends-early", "--manual", "\(folder.path)/nowhere"])
        #expect(manual.exit == .exited(66) && manual.output.text.isEmpty)
    }

    @Test func `Ctrl-C ends a matrix with what it has, and leaves no folder`() throws {
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let work = try folder.make("work")
        let importer = "\(folder.path)/importer"
        // It says that the first import has begun, and imports as ours does.
        let script = #"[ -p "\#(pipe)" ] && { echo > "\#(pipe)"; rm "\#(pipe)"; }; exec "$FPSIM" importer "$@""#
        try "#!/bin/sh\n\(script)\n".write(toFile: importer, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: importer)
        var options = ChildProcess.Options()
        options.startsSession = true
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": work]) { $1 }
        let run = try CapturedRun(
            path: BuiltProgram.path("fpsim"),
            arguments: ["matrix", "--importer", importer, "--out", "\(folder.path)/report"],
            options: options, until: .now + .seconds(60),
            onStart: { (matrix: ChildProcess) in
                if let file = try? FileDescriptor.workingDirectory.open(pipe, .readOnly) {
                    _ = try? file.borrowed.readToEnd()
                }
                try? matrix.signal(SIGINT)
            })
        #expect(run.exit == .exited(130), "\(run.output.text)\(run.error.text)")
        #expect(try folder.content("report/matrix.json").contains("\"trials\""))
        #expect(try FileManager.default.contentsOfDirectory(atPath: work) == [])
    }
}
