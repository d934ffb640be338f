import Foundation
import ImportCore
import Importer
import ProviderTesting
import SystemIO
import Testing

/// What was committed by a process that died before its commit was on the disk.
@Suite struct UnsyncedLogTests {
    /// Commits as a process does that is killed before the disk has answered.
    private static let lateCommit = """
        import os, sqlite3, sys
        database = sqlite3.connect(sys.argv[1])
        database.execute("PRAGMA synchronous = OFF")
        database.execute("UPDATE entries SET note = 'late'")
        database.commit()
        os._exit(0)
        """

    @Test(
        .provider(
            yaml: """
                provider: Disk
                scope: none
                rules:
                  - name: power
                    when: {operation: mkdir, path: cut}
                    do: {lose-unsynced: {}}
                """),
        arguments: ["list", "recover"])
    func `once a library was opened, no power cut takes it back`(command: String) throws {
        let disk = try MountedProvider.current.url.path
        let folder = try TemporaryFolder()
        let path = "\(disk)/library"
        do {
            let importer = DocumentImporter(library: try DocumentLibrary(at: path))
            _ = try importer.start(PlainFileSource(path: try folder.write(SamplePDF.make(), "a.pdf"))).wait()
        }
        let run = try CapturedRun(
            path: "/usr/bin/python3", arguments: ["-c", Self.lateCommit, "\(path)/library.sqlite"])
        #expect(run.exit == .exited(0), "\(run.error.text)")
        // A power cut ends all processes, so each look is by one of its own.
        _ = try Programs.run([command, "--library", path])
        try FileManager.default.createDirectory(atPath: "\(disk)/cut", withIntermediateDirectories: false)
        let list = try Programs.run(["list", "--json", "--library", path])
        #expect(list.output.contains(#""note":"late""#), "\(list)")
    }
}
