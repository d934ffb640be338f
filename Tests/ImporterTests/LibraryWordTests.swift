import Foundation
import ImportCore
import Importer
import SystemIO
import Testing

/// What is said of libraries that can't be opened, and of names and paths that somebody may have made up.
@Suite struct LibraryWordTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["list", "verify", "recover"])
    func `a path is one line, however it is written, and how long`(command: String) throws {
        let run = try Programs.run([command, "--library", folder.path("a\nb")])
        #expect(run.status == 66)
        #expect(run.error == "fpsim \(command): error: there is no library at \(folder.path("a\\nb"))\n")
        let long = try Programs.run([command, "--library", String(repeating: "a", count: 100_000)])
        #expect(long.error.count < 2000)
    }

    @Test func `a name that is too long is shortened where it is told, and whole in a record`() throws {
        let name = String(repeating: "é", count: 50_000)
        let words = ["import", "--library", folder.path("library"), folder.path(name)]
        #expect(try Programs.run(words).output.count < 2000)
        #expect(try Programs.run(words + ["--json"]).output.contains(name))
    }

    @Test(arguments: ["list", "import"]) func `an empty path is told as that`(command: String) throws {
        let words = command == "import" ? ["a.txt"] : []
        let run = try Programs.run([command, "--library", ""] + words)
        #expect(run.status == 64)
        #expect(run.error == "fpsim \(command): error: the path is empty\n")
    }

    @Test(arguments: ["staging", "documents"]) func `a file in a folder's place is named`(name: String) throws {
        let library = folder.path("library")
        _ = try DocumentLibrary(at: library)
        rmdir("\(library)/\(name)")
        try folder.write([1], "library/\(name)")
        let run = try Programs.run(["list", "--library", library])
        #expect(run.status == 65)
        #expect(run.error.hasSuffix("is not a library: what is called “\(name)” in it is no folder\n"), "\(run.error)")
    }

    @Test(.enabled(if: getuid() == 0, "a read-only mount needs root"), arguments: ["list", "recover", "import"])
    func `a library with changes in its log says that it can't be used where it is read-only`(command: String) throws {
        let bench = try Workbench()
        _ = try bench.importBytes(SamplePDF.make())
        let copy = folder.path("copy")
        // As a killed process leaves it: with its log, and without the memory that users share.
        try FileManager.default.copyItem(atPath: bench.library.path, toPath: copy)
        try FileManager.default.removeItem(atPath: copy + "/library.sqlite-shm")
        let words = command == "import" ? "import --library '\(copy)' /etc/passwd" : "\(command) --library '\(copy)'"
        let run = try CapturedRun(
            path: "unshare",
            arguments: [
                "--mount", "sh", "-c",
                "mount --bind '\(copy)' '\(copy)' && mount -o remount,bind,ro '\(copy)' && '\(Programs.fpsim)' \(words)",
            ], limit: 1 << 20)
        #expect(run.exit == .exited(77), "\(run.error.text)")
        #expect(run.error.text.contains("can't be used: its folder can't be written"), "\(run.error.text)")
    }

    @Test func `an import whose output nobody reads is ended, and leaves nothing half done`() throws {
        let bench = try Workbench()
        let paths = try (0..<300).map { try bench.folder.write(Array("Text \($0).\n".utf8), "\($0).txt") }
        let words = "import --library '\(bench.library.path)' --jobs 8 " + paths.joined(separator: " ")
        let run = try CapturedRun(
            path: "/bin/bash",
            arguments: ["-c", "'\(Programs.fpsim)' \(words) | head -1 >/dev/null; exit ${PIPESTATUS[0]}"],
            limit: 1 << 20)
        #expect(run.exit == .exited(74), "\(run.error.text)")
        #expect(run.error.text.hasSuffix("nobody reads the output any more\n"))
        try bench.expectSound(try bench.library.entries(limit: 1000).filter { $0.state == .available }.count)
        #expect(try bench.library.recover().isEmpty)
    }
}
