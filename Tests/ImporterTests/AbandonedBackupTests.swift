import Foundation
import Importer
import ProviderTesting
import SystemIO
import Testing

/// Backups to a mount that holds the second one of their writes for ever.
@Suite struct AbandonedBackupTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        _ = try bench.importBytes(SamplePDF.make())
    }

    private func provider() throws -> MountedProvider {
        try MountedProvider(
            yaml: """
                provider: Stick
                scope: none
                rules:
                  - name: here
                    when: {operation: write, path: "*/documents/**", nth: 1, per: rule}
                    do: {stall: {for: forever}}
                """)
    }

    private func start(to target: String, at provider: MountedProvider) throws -> ChildProcess {
        var options = ChildProcess.Options()
        options.output = .null
        return try ChildProcess(
            path: Programs.fpsim,
            arguments: ["backup", "--library", bench.library.path, provider.url.appendingPathComponent(target).path],
            options: options)
    }

    private func names(at provider: MountedProvider) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: provider.source.path).sorted()
    }

    @Test func `what a killed backup left is removed by the next one to the same folder`() throws {
        let provider = try provider()
        defer { try? provider.stop() }
        let killed = try start(to: "first", at: provider)
        try provider.waitUntilHeld(by: "here")
        try killed.signal(SIGKILL)
        #expect(try killed.wait() == .killed(signal: SIGKILL))
        #expect(try names(at: provider).map { $0.prefix(19) } == [".unfinished-backup-"])
        #expect(try start(to: "second", at: provider).wait() == .exited(0))
        #expect(try names(at: provider) == ["second"])
    }

    @Test func `a backup that is still made is left alone by the next one`() throws {
        let provider = try provider()
        defer { try? provider.stop() }
        let first = try start(to: "first", at: provider)
        try provider.waitUntilHeld(by: "here")
        #expect(try start(to: "second", at: provider).wait() == .exited(0))
        try provider.release("here")
        #expect(try first.wait() == .exited(0))
        #expect(try names(at: provider) == ["first", "second"])
        for name in ["first", "second"] {
            let library = provider.url.appendingPathComponent(name).path
            #expect(try Programs.run(["verify", "--deep", "--library", library]).status == 0)
        }
    }

    @Test func `a folder of that name which is no folder of ours stays`() throws {
        let kept = try bench.folder.write([1], "kept")
        let link = bench.folder.path(".unfinished-backup-link")
        #expect(symlink(bench.folder.path, link) == 0)
        #expect(try LibraryBackup(of: bench.library).run(to: bench.folder.path("backup")) == 1)
        #expect(FileManager.default.fileExists(atPath: kept))
        #expect(try bench.folder.names().contains(".unfinished-backup-link"))
    }
}
