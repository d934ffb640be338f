import ControlProtocol
import Foundation
import ProviderTesting
import SystemIO
import Testing

/// How mounts begin and end, by the program itself.
@Suite struct MountLifeTests {
    private func run(_ provider: MountedProvider, _ arguments: String...) throws -> (code: Int32, error: String) {
        let run = try CapturedRun(path: provider.program, arguments: arguments, until: .now + .seconds(20))
        guard case .exited(let code)? = run.exit else { return (-1, run.error.text) }
        return (code, run.error.text)
    }

    @Test func `a mount whose provider was killed is dead, and unmount clears it`() throws {
        let provider = try MountedProvider(documents: ["a.txt": .small])
        let point = provider.url.path
        provider.kill()
        #expect(try run(provider, "status", point).code == 10)
        #expect(try run(provider, "mount", provider.source.path, point).code == 10)
        #expect(try run(provider, "unmount", point).code == 0)
        #expect(try run(provider, "unmount", point).code == 12)
        try provider.stop()
    }

    @Test func `every way of not mounting has its own code and one clear line`() throws {
        let provider = try MountedProvider(documents: ["a.txt": .small])
        let (source, point) = (provider.source.path, provider.url.path)
        let free = provider.scratch.path
        let rows: [(arguments: [String], code: Int32, words: String)] = [
            ([source, point], 11, "mounted there already"),
            (["\(source)/missing", free], 66, "there is no such folder"),
            (["\(source)/a.txt", free], 66, "the source must be a folder"),
            ([source, "\(free)/missing"], 66, "there is no such mountpoint"),
            ([source, "\(source)/a.txt"], 66, "a mountpoint must be a folder"),
            ([source, free, "--trace", "\(free)/no/trace"], 73, "the trace can't be written"),
            ([source], 64, "no MOUNTPOINT"),
        ]
        for row in rows {
            let run = try CapturedRun(
                path: provider.program, arguments: ["mount"] + row.arguments, until: .now + .seconds(20))
            #expect(run.exit == .exited(row.code), "\(row.arguments): \(run.error.text)")
            #expect(run.error.text.contains(row.words), "\(row.arguments): \(run.error.text)")
        }
        #expect(try run(provider, "status", free).code == 12)
        try provider.stop()
    }

    /// The kernel gives the number of a mount that was taken away from outside to the next one at once, so that the name
    /// may be the next one's between a look at it and its removal.
    @Test func `a mount that was taken away removes no socket's name out of its turn`() throws {
        let provider = try MountedProvider(documents: ["a.txt": .small])
        let point = provider.scratch.path
        #expect(try run(provider, "mount", provider.source.path, point).code == 0)
        let mount = try #require(ProviderMount.locate(Array(point.utf8))?.mount)
        let socket = try #require(
            ControlSocketLocation.candidates(device: mount.device).first { FileManager.default.fileExists(atPath: $0) })
        let pid = try ControlClient(to: mount).call(StatusRequest()).processIdentifier
        let folder = try FileDescriptor.workingDirectory.open(
            String(socket.prefix(upTo: try #require(socket.lastIndex(of: "/")))), [.readOnly, .directory])
        // Another's turn; those of tests that run beside this one are short.
        while try !folder.borrowed.lockWhole() { sched_yield() }
        let taken = try CapturedRun(path: "/usr/bin/fusermount3", arguments: ["-u", "-z", point])
        #expect(taken.exit == .exited(0), "\(taken.error.text)")
        #expect(ProcessExit.wait(for: pid, until: .now + .seconds(20)))
        #expect(FileManager.default.fileExists(atPath: socket))
        unlink(socket)
        try provider.stop()
    }

    @Test func `a mount in the background returns when it answers, and ends by unmount`() throws {
        let provider = try MountedProvider(documents: ["a.txt": .small])
        let point = provider.scratch.path
        #expect(try run(provider, "mount", provider.source.path, point).code == 0)
        #expect(try Data(contentsOf: provider.scratch.appendingPathComponent("a.txt")) == .small)
        #expect(try run(provider, "unmount", point).code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: point).isEmpty)
        try provider.stop()
    }
}
