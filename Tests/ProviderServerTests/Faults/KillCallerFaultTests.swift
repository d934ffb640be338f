import ControlProtocol
import Foundation
import ProviderTesting
import SystemIO
import Testing

@Suite struct KillCallerFaultTests {
    private static let yaml = """
        provider: P
        scope: none
        rules:
          - name: dies
            when: {operation: read, path: a.txt}
            do: {kill-caller: {when: before}}
        """

    private func start(_ provider: MountedProvider) throws -> ChildProcess {
        var options = ChildProcess.Options()
        options.output = .null
        options.error = .null
        let path = provider.path("a.txt")
        // The shell lives on beside the cat that reads, unless the whole tree is killed. It waits for a line first.
        let pipe = try SystemIO.Pipe()
        options.input = .descriptor(pipe.readEnd.borrowed)
        let child = try ChildProcess(
            path: "sh", arguments: ["-c", "read line; cat \"$0\"; sleep 100", path], options: options)
        try provider.ask(RegisterRootRequest(pid: child.pid))
        try pipe.writeEnd.borrowed.writeAll("go\n")
        return child
    }

    @Test func `the whole tree of a registered root dies at the operation`() throws {
        let provider = try MountedProvider(yaml: KillCallerFaultTests.yaml, documents: ["a.txt": .small])
        let child = try start(provider)
        #expect(try child.wait(until: .now + .seconds(10)) == .killed(signal: SIGKILL))
        #expect(try provider.trace.events("kill").map(\.rule) == ["dies"])
        try provider.stop()
    }

    @Test func `a caller that nobody registered is left alone`() throws {
        let provider = try MountedProvider(yaml: KillCallerFaultTests.yaml, documents: ["a.txt": .small])
        #expect(try provider.read("a.txt") == Array(Data.small))
        try provider.stop()
    }
}
