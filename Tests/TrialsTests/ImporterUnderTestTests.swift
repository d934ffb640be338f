import FoundationEssentials
import Glibc
import SystemIO
import Testing

@testable import Trials

@Suite struct ImporterUnderTestTests {
    private func run(_ script: String, bound: Duration = .seconds(10)) throws -> ContainedRun {
        try ProcessTree.becomeSubreaper()
        let workspace = try Workspace()
        let importer = ImporterUnderTest(command: ["/bin/sh", "-c", script, "importer"])
        let setting = ImporterUnderTest.Setting(
            program: "/usr/bin/fpsim", bound: bound, temporaryFolder: workspace.path,
            token: "\(UInt64.random(in: .min ... .max))")
        return try importer.importing("file:///a.pdf?x", library: "/library", cancel: true, in: setting)
    }

    /// Else a loaded machine runs it past the operation at which it is to die, over a library that has lost its bytes.
    @Test func `it doesn't begin before those who may kill it know it`() throws {
        try ProcessTree.becomeSubreaper()
        let workspace = try Workspace()
        let importer = ImporterUnderTest(command: ["/bin/mkdir", "\(workspace.path)/begun", "--parents", "--"])
        let setting = ImporterUnderTest.Setting(
            program: "/usr/bin/fpsim", bound: .seconds(10), temporaryFolder: workspace.path, token: workspace.mark)
        for _ in 1...20 {
            let run = try importer.importing("a", library: "\(workspace.path)/l", cancel: false, in: setting) {
                process in
                // As long as it takes a shell to start and to run a command.
                _ = try? CapturedRun(path: "/bin/sh", arguments: ["-c", "/bin/true; /bin/true"])
                try? process.signal(SIGKILL)
            }
            #expect(run.exit == .killed(signal: SIGKILL))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(workspace.path)/begun"))
    }

    @Test func `the arguments come in the contract's order, with the environment`() throws {
        let run = try run(#"echo "$@"; echo "$FPSIM $FPSIM_BOUND""#)
        #expect(run.output.text == "import --library /library --cancel file:///a.pdf?x\n/usr/bin/fpsim 10\n")
    }

    @Test func `one that never ends is ended`() throws {
        let run = try run("exec sleep 1000", bound: .milliseconds(10))
        #expect(run.exit == nil)
        #expect(ContractOutput.importResult(of: run).timedOut)
    }

    @Test func `what it leaves running is found and killed`() throws {
        let run = try run("sleep 1000 & setsid sleep 1000 & echo")
        #expect(run.strays.count == 2)
    }

    @Test func `one that kills its parent kills itself`() throws {
        let run = try run("kill -9 $$")
        #expect(ContractOutput.importResult(of: run).signal == 9)
    }

    @Test func `a gigabyte of output costs no memory`() throws {
        let run = try run(#"head -c 100000000 /dev/zero; echo; echo '{"phase":"stage","cause":"c"}'; exit 1"#)
        #expect(run.output.bytes.count == 1 << 20)
        #expect(ContractOutput.importResult(of: run).failure?.phase == "stage")
    }

    @Test func `an entry's line is read, whatever stands around it`() throws {
        let run = try run(#"echo hello; echo '{"id":7,"state":"available","path":"a","outcome":"repaired"}'"#)
        let result = ContractOutput.importResult(of: run)
        #expect(result.entry == ReportedEntry(id: "7", state: "available", path: "a", outcome: "repaired"))
    }

    @Test func `a failure's line may stand on either stream`() throws {
        for stream in ["1", "2"] {
            let run = try run(
                #"echo '{"phase":"stage","cause":"it ended early","retryable":true}' >&\#(stream); exit 1"#)
            let failure = ContractOutput.importResult(of: run).failure
            #expect(failure == ReportedFailure(phase: "stage", cause: "it ended early", retryable: true))
        }
    }

    @Test func `a listing that isn't one says which line`() throws {
        let run = try run(#"echo '{"id":"1","state":"available"}'; echo garbage"#)
        guard case .failure(let failure) = ContractOutput.listing(of: run) else {
            Issue.record("it was taken for a listing")
            return
        }
        #expect(failure.description == "list printed a line that is no entry: garbage")
    }
}
