import Glibc
import Testing

@testable import SystemIO

@Suite struct ChildProcessTests {
    @Test(arguments: [
        ("exit 0", ChildProcess.Exit.exited(0)), ("exit 7", .exited(7)), ("kill -TERM $$", .killed(signal: SIGTERM)),
    ])
    func `a child's end says how it ended`(script: String, exit: ChildProcess.Exit) throws {
        let child = try ChildProcess(path: "/bin/sh", arguments: ["-c", script])
        #expect(try child.wait() == exit)
        #expect(try child.wait() == exit)
    }

    @Test func `a program that isn't there is ENOENT`() {
        #expect(throws: Errno.noSuchFile) {
            try ChildProcess(path: "/nonexistent/program", arguments: [])
        }
    }

    @Test func `a deadline passes without an end`() throws {
        let child = try ChildProcess(path: "/bin/sleep", arguments: ["1000"])
        #expect(try child.wait(until: .now + .milliseconds(20)) == nil)
        try child.signal(SIGKILL)
        #expect(try child.wait() == .killed(signal: SIGKILL))
        try child.signal(SIGKILL)
    }

    @Test func `a child that nobody keeps is killed and reaped`() throws {
        var child: ChildProcess? = try ChildProcess(path: "/bin/sleep", arguments: ["1000"])
        let pid = try #require(child?.pid)
        child = nil
        #expect(kill(pid, 0) == -1)
        #expect(Errno.current.rawValue == ESRCH)
    }

    @Test func `a child gets the named descriptors and no others`() throws {
        let pipe = try Pipe()
        var options = ChildProcess.Options()
        options.inherited = [pipe.writeEnd.borrowed]
        let run = try CapturedRun(
            path: "/bin/sh", arguments: ["-c", "ls /proc/$$/fd; true"], options: options)
        #expect(run.output.text == "0\n1\n2\n3\n")
    }

    @Test func `environment and folder are as asked`() throws {
        var options = ChildProcess.Options()
        options.environment = ["WORD": "a b"]
        options.workingDirectory = "/usr"
        let run = try CapturedRun(path: "/bin/sh", arguments: ["-c", "echo \"$WORD\"; pwd"], options: options)
        #expect(run.output.text == "a b\n/usr\n")
    }
}

@Suite struct CapturedRunTests {
    @Test func `both streams and the end are collected`() throws {
        let run = try CapturedRun(path: "/bin/sh", arguments: ["-c", "echo out; echo bad >&2; exit 3"])
        #expect(run.exit == .exited(3))
        #expect(run.output.text == "out\n")
        #expect(run.error.text == "bad\n")
    }

    @Test func `one that prints without end costs its limit and ends at the deadline`() throws {
        let run = try CapturedRun(
            path: "/bin/sh", arguments: ["-c", "yes"], until: .now + .milliseconds(200), limit: 1000)
        #expect(run.exit == nil)
        #expect(run.output.bytes.count == 1000)
        #expect(run.output.dropped > 0)
        #expect(run.output.tail.count <= 16 * 1024)
    }

    @Test func `the last line of a long stream is kept`() throws {
        let run = try CapturedRun(
            path: "/bin/sh", arguments: ["-c", "yes | head -c 100000; echo; echo last"], limit: 1000)
        #expect(run.output.lastLine == "last")
    }

    @Test func `a grandchild that keeps the pipe open holds nothing up`() throws {
        try ProcessTree.becomeSubreaper()
        var session: pid_t = 0
        var options = ChildProcess.Options()
        options.startsSession = true
        let run = try CapturedRun(
            path: "/bin/sh", arguments: ["-c", "sleep 1000 & echo started"], options: options,
            onStart: { session = $0.pid })
        #expect(run.exit == .exited(0))
        #expect(run.output.text == "started\n")
        #expect(ProcessTree.killStrays(where: { $0.session == session }) == 1)
    }
}

@Suite struct ProcessTreeTests {
    @Test func `what a child leaves behind is found by its environment, in other sessions too`() throws {
        try ProcessTree.becomeSubreaper()
        var options = ChildProcess.Options()
        options.environment = ["FPSIM_TEST": "tree", "PATH": "/usr/bin:/bin"]
        let child = try ChildProcess(
            path: "/bin/sh", arguments: ["-c", "setsid sleep 1000 & sleep 1000 & exit 0"], options: options)
        #expect(try child.wait() == .exited(0))
        #expect(ProcessTree.killStrays(where: { $0.hasEnvironment("FPSIM_TEST=tree") }) == 2)
    }

    @Test func `a process that replaces its program again and again never lacks its environment`() throws {
        var options = ChildProcess.Options()
        options.environment = ["FPSIM_TEST": "replaced"]
        let script = #"[ $1 = 0 ] && exec /bin/sleep 1000; exec /bin/sh -c "$0" "$0" $(($1 - 1))"#
        let child = try ChildProcess(path: "/bin/sh", arguments: ["-c", script, script, "300"], options: options)
        func name() -> String { ProcessTree.Stray(pid: child.pid).name }
        let deadline = ContinuousClock.now + .seconds(60)
        // Not before the first one: until then it is this process's copy.
        while name() != "sh", .now < deadline {}
        while name() == "sh", .now < deadline {
            #expect(ProcessTree.hasEnvironment("FPSIM_TEST=replaced", child.pid))
        }
        #expect(name() == "sleep")
    }

    @Test func `an orphan that has ended by itself is reaped, and no child of somebody's is`() throws {
        try ProcessTree.becomeSubreaper()
        var options = ChildProcess.Options()
        options.startsSession = true
        let own = try ChildProcess(path: "/bin/true", arguments: [], options: options)
        let run = try CapturedRun(
            path: "/bin/sh", arguments: ["-c", "setsid sh -c 'echo $$; exec sleep 0.1' & sleep 0.05"], options: options)
        let orphan = try #require(pid_t(run.output.text.split(separator: "\n").first ?? ""))
        #expect(ProcessExit.wait(for: orphan, until: .now + .seconds(10)))
        #expect(ProcessTree.killStrays(where: { _ in false }) == 0)
        #expect(kill(orphan, 0) == -1)
        #expect(try own.wait() == .exited(0))
    }

    @Test func `descendants are found through every generation`() throws {
        let pipe = try Pipe()
        var options = ChildProcess.Options()
        options.output = .descriptor(pipe.writeEnd.borrowed)
        options.startsSession = true
        let child = try ChildProcess(
            path: "/bin/sh", arguments: ["-c", "sh -c 'sleep 1000 & echo; wait' & wait"], options: options)
        var byte: UInt8 = 0
        #expect(read(pipe.readEnd.borrowed.rawValue, &byte, 1) == 1)
        let below = ProcessTree.descendants(of: child.pid)
        #expect(below.count == 2)
        for pid in below.reversed() { kill(pid, SIGKILL) }
        _ = try child.wait()
    }
}
