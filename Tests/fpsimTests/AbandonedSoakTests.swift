import Foundation
import SystemIO
import Synchronization
import Testing

/// What is left of a soak that had no time to tidy up.
@Suite struct AbandonedSoakTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// An importer that says its number when it is asked to import, and then waits for ever.
    private func waitingImporter(telling pipe: String) throws -> String {
        let path = "\(folder.path)/importer"
        let script = #"[ "$1" = import ] || exit 0; echo $$ > "\#(pipe)"; exec sleep 1000"#
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private static func arguments(of pid: Int32) -> [Substring] {
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/cmdline"))) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\0")
    }

    /// Waits until somebody writes to the pipe.
    private static func number(from pipe: String) -> Int32? {
        guard let file = try? FileDescriptor.workingDirectory.open(pipe, .readOnly),
            let told = try? file.borrowed.readToEnd()
        else { return nil }
        return String(decoding: told, as: UTF8.self).split(separator: "\n").first.flatMap { Int32($0) }
    }

    @Test func `the next one clears the folders, dead mounts and importers of one that was killed`() throws {
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let work = try folder.make("work")
        let importer = try waitingImporter(telling: pipe)
        let waiting = Mutex<Int32?>(nil)
        var options = ChildProcess.Options()
        options.startsSession = true
        let run = try CapturedRun(
            path: BuiltProgram.path("fpsim"),
            arguments: ["soak", "--work", work, "--importer", importer, "--trials", "1", "--bound", "60s"],
            options: options, until: .now + .seconds(60),
            onStart: { (soak: ChildProcess) in
                waiting.withLock { $0 = Self.number(from: pipe) }
                // The provider first: it would end by itself with the soak, and leave less.
                for pid in ProcessTree.descendants(of: soak.pid) where Self.arguments(of: pid).contains("serve") {
                    kill(pid, SIGKILL)
                }
                try? soak.signal(SIGKILL)
            })
        #expect(run.exit == .killed(signal: SIGKILL), "\(run.error.text)")
        let pid = try #require(waiting.withLock { $0 })
        #expect(!ProcessExit.wait(for: pid, until: .now), "the importer outlives its soak")
        #expect(try FileManager.default.contentsOfDirectory(atPath: work).count == 1)
        #expect(try folder.holdsMount())

        let next = try BuiltProgram.fpsim(["soak", "--work", work, "--seed", "3", "--trials", "1"])
        #expect(next.exit == .exited(0), "\(next.output.text)\(next.error.text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: work) == [])
        #expect(try !folder.holdsMount())
        #expect(ProcessExit.wait(for: pid, until: .now + .seconds(10)))
    }
}
