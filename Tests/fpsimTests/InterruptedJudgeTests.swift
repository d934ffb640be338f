import Foundation
import ProviderTesting
import Synchronization
import SystemIO
import Testing

/// Ctrl-C, or a supervisor's SIGTERM, while an importer under test hangs: nothing is left, and nobody waits for its bound.
@Suite struct InterruptedJudgeTests {
    private let folder: TemporaryFolder
    private let pipe: String
    private let work: String

    init() throws {
        folder = try TemporaryFolder()
        pipe = "\(folder.path)/pipe"
        work = try folder.make("work")
        #expect(mkfifo(pipe, 0o600) == 0)
    }

    /// An importer that imports so many documents as ours does, and says when it hangs at the next one.
    private func importer(hangingAfter imports: Int) throws -> String {
        let path = "\(folder.path)/importer"
        let script = """
            #!/bin/sh
            [ "$1" = import ] || exec "$FPSIM" importer "$@"
            for number in $(seq \(imports)); do
                mkdir "\(folder.path)/import $number" 2>/dev/null && exec "$FPSIM" importer "$@"
            done
            setsid sleep 1000 >/dev/null 2>&1 </dev/null &
            echo > "\(pipe)"
            exec sleep 1000

            """
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private static func hasTold(_ pipe: String) {
        guard let file = try? FileDescriptor.workingDirectory.open(pipe, .readOnly) else { return }
        _ = try? file.borrowed.readToEnd()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let command: [String]
        let signal: Int32
        /// Imports before the one that hangs. The first is the baseline's.
        let imports: Int

        var testDescription: String { "\(command[0]) by signal \(signal) after \(imports) imports" }
    }

    static let cases =
        [["trial", "ends-early"], ["sweep"]].flatMap { command in
            [SIGINT, SIGTERM].flatMap { signal in
                [0, 1, 2].map { Case(command: command, signal: signal, imports: $0) }
            }
        } + [Case(command: ["soak", "--seed", "1", "--only", "16"], signal: SIGINT, imports: 1)]
        + [0, 1].map { Case(command: ["repro"], signal: SIGINT, imports: $0) }

    /// A reproduction of one document and one import.
    private func reproduction() throws -> String {
        try """
        {"format": 2, "rule": 2, "cause": "c", "boundSeconds": 600, "importer": [], "isOwnImporter": true,
         "expected": "", "actual": "", "claimed": "", "failed": 1, "repetitions": 1,
         "trial": {"number": 1, "seed": 1, "profile": "strict", "latencyMilliseconds": 0, "rules": [],
          "documents": [{"path": "a.pdf", "content": {"pdf": {"bytes": 2000}}, "isDataless": false, "variant": 1}],
          "steps": [{"importing": {"_0": [{"document": "a.pdf", "pick": "document", "cancel": false}]}}]}}
        """.write(toFile: "\(folder.make("repro"))/repro.json", atomically: true, encoding: .utf8)
        return "\(folder.path)/repro"
    }

    @Test(arguments: cases) func `it ends at once, and mounts, processes and folders are gone`(_ tried: Case) throws {
        var options = ChildProcess.Options()
        options.startsSession = true
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": work]) { $1 }
        let below = Mutex<[pid_t]>([])
        let more =
            switch tried.command[0] {
            case "trial": [String]()
            case "repro": [try reproduction()]
            default: ["--work", work, "--jobs", "1"]
            }
        let run = try CapturedRun(
            path: BuiltProgram.path("fpsim"),
            arguments: tried.command + ["--importer", importer(hangingAfter: tried.imports), "--bound", "10m"] + more,
            options: options, until: .now + .seconds(60).withPatience,
            onStart: { (judge: ChildProcess) in
                Self.hasTold(pipe)
                below.withLock { $0 = ProcessTree.descendants(of: judge.pid) }
                try? judge.signal(tried.signal)
            })
        #expect(run.exit == .exited(130), "\(run.output.text)\(run.error.text)")
        #expect(!below.withLock { $0 }.isEmpty)
        for pid in below.withLock({ $0 }) {
            #expect(ProcessExit.wait(for: pid, until: .now + .seconds(10).withPatience))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: work) == [])
        #expect(try !folder.holdsMount())
    }
}
