import Foundation
import ImportCore
import ProviderTesting
import Synchronization
import SystemIO
import Testing

@testable import Importer

/// What people and providers hand to an importer that no document should be.
@Suite(.serialized) struct BadInputTests {
    @Test(
        .provider(
            yaml: "provider: Sample\nrules:\n  - {name: lie, when: {operation: getattr}, do: {report-size: 100GiB}}\n",
            documents: ["a.pdf": Data("%PD".utf8), "b.pdf": SampleDocument.pdf]))
    func `a hundred GiB with three bytes behind them are incomplete`() throws {
        let bench = try Workbench()
        for name in ["a.pdf", "b.pdf"] {
            let path = try MountedProvider.current.url.appendingPathComponent(name).path
            do throws(ImportFailure) {
                _ = try bench.importer.start(PickedSource(path: Array(path.utf8))).wait()
                Issue.record("\(name) was imported")
            } catch {
                #expect(error.kind == .incomplete, "\(error)")
            }
        }
        try bench.expectSound(0)
    }

    @Test(.provider(yaml: "provider: Sample\n"))
    func `a document that became a folder after it was picked is none`() throws {
        let bench = try Workbench()
        let provider = try MountedProvider.current
        let source = CoordinatedSource(url: try provider.pick("document.pdf"), provider: provider.url.path)
        try provider.replace("document.pdf", with: "directory")
        do throws(ImportFailure) {
            _ = try bench.importer.start(source).wait()
            Issue.record("it was imported")
        } catch {
            #expect(error.kind == .notAFile)
        }
        try bench.expectSound(0)
    }

    @Test func `a file that became something else after it was chosen is what it is now`() throws {
        let bench = try Workbench()
        let path = try bench.folder.write(SamplePDF.make(), "a.pdf")
        let changes: [(ImportProblem.Kind, () throws -> Void)] = [
            (.notAFile, { mkfifo(path, 0o600) }), (.notAFile, { mkdir(path, 0o700) }),
            (.missing, { symlink("nowhere", path) }), (.notAFile, { symlink("/dev/zero", path) }),
            (.invalid, { try bench.folder.write(Array("<html>Sign in</html>".utf8), "a.pdf") }),
        ]
        for (kind, change) in changes {
            let source = PlainFileSource(path: path)
            try FileManager.default.removeItem(atPath: path)
            try change()
            do throws(ImportFailure) {
                _ = try bench.importer.start(source).wait()
                Issue.record("it was imported: \(kind)")
            } catch {
                #expect(error.kind == kind)
            }
        }
        try bench.expectSound(0)
    }

    @Test func `hard links are two documents, a hole is zeros, and a byte is a document`() throws {
        let bench = try Workbench()
        let first = try bench.folder.write(SamplePDF.make(), "first.pdf")
        link(first, bench.folder.path("second.pdf"))
        let ids = try [first, bench.folder.path("second.pdf")].map { try bench.importFile($0).id }
        #expect(Set(ids).count == 2)
        // A text with a hole is none, since it holds zeros; a PDF may have one.
        var sparse = SamplePDF.make(padding: 300_000)
        for index in 100_000..<200_000 { sparse[index] = 0 }
        let path = try bench.folder.write([], "sparse.pdf")
        truncate(path, sparse.count)
        let file = fopen(path, "r+")
        for range in [0..<100_000, 200_000..<sparse.count] {
            fseek(file, range.lowerBound, SEEK_SET)
            sparse[range].withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
        }
        fclose(file)
        let entry = try bench.importFile(path)
        let copy = try Data(contentsOf: URL(fileURLWithPath: "\(bench.library.path)/\(entry.result.path)"))
        #expect(copy == Data(sparse))
        #expect(try bench.importBytes(Array("x".utf8), "x.txt").result.size == 1)
        #expect(bench.failure(try bench.folder.write(Array("x".utf8), "x.pdf"))?.kind == .invalid)
        try bench.expectSound(4)
    }

    @Test func `a clock that jumps back changes neither identifiers nor order`() throws {
        let bench = try Workbench()
        let path = try bench.folder.write(SamplePDF.make(), "a.pdf")
        defer { WallClock.shift.store(0, ordering: .relaxed) }
        var ids: [EntryID] = []
        for days in [0, 0, -400, 30, -9000, -30_000] {
            WallClock.shift.store(Int64(days) * 86_400_000, ordering: .relaxed)
            ids.append(try bench.importFile(path).id)
            #expect(try bench.library.recover().isEmpty)
        }
        #expect(Set(ids).count == ids.count)
        #expect(try bench.library.entries().map(\.id) == ids)
        #expect(try bench.library.history(of: ids[5]).map(\.event) == ["picked", "imported"])
        try bench.expectSound(6)
    }

    @Test func `a library that another process holds is said to be busy`() throws {
        let bench = try Workbench()
        let path = try bench.folder.write(SamplePDF.make(), "a.pdf")
        let database = try Database(path: Array("\(bench.library.path)/library.sqlite".utf8), access: .readWrite)
        try database.execute("BEGIN IMMEDIATE")
        #expect(try Programs.run(["import", "--library", bench.library.path, path]).status == 75)
        try database.execute("ROLLBACK")
        #expect(try Programs.run(["import", "--library", bench.library.path, path]).status == 0)
    }

    @Test(
        .provider(
            yaml: """
                provider: Sample
                scope: none
                rules:
                  - name: read-only
                    when: {operation: [create, write, mkdir, unlink, rename, setattr]}
                    do: {fail: EROFS}
                    optional: true
                """))
    func `a library on a disk that can't be written is looked at, and takes no import`() throws {
        let bench = try Workbench()
        let entry = try bench.importBytes(SamplePDF.make())
        let provider = try MountedProvider.current
        let copy = provider.source.appendingPathComponent("library").path
        _ = try LibraryBackup(of: bench.library).run(to: copy)
        let library = provider.url.appendingPathComponent("library").path
        #expect(try Programs.run(["verify", "--deep", "--library", library]).status == 0)
        #expect(try Programs.run(["list", "--library", library]).output.contains(entry.id.rawValue))
        let imported = try Programs.run(["import", "--library", library, bench.folder.path("document.pdf")])
        #expect([1, 74, 77].contains(imported.status), "\(imported.error)\(imported.output)")
        #expect(try Programs.run(["verify", "--deep", "--library", copy]).status == 0)
    }

    @Test func `a library on a volume that vanishes fails the imports that are under way, and recovers`() throws {
        let provider = try MountedProvider(
            yaml: """
                provider: Sample
                scope: none
                rules:
                  - {name: here, when: {operation: fsync, nth: 5, per: rule}, do: {stall: {for: forever}}}
                """)
        defer { try? provider.stop() }
        let bench = try Workbench()
        let paths = try (0..<20).map { try bench.folder.write(SamplePDF.make(), "\($0).pdf") }
        var options = ChildProcess.Options()
        options.output = .null
        options.error = .null
        let library = provider.url.appendingPathComponent("library").path
        let importer = try ChildProcess(
            path: Programs.fpsim, arguments: ["import", "--jobs", "4", "--library", library] + paths, options: options)
        try provider.waitUntilHeld(by: "here")
        provider.kill()
        let exit = try importer.wait(until: .now + .seconds(30))
        #expect([.exited(1), .exited(3), .exited(74)].contains(exit), "\(String(describing: exit))")
        let rest = provider.source.appendingPathComponent("library").path
        #expect(try Programs.run(["recover", "--library", rest]).status == 0)
        #expect(try Programs.run(["verify", "--deep", "--library", rest]).status == 0)
    }
}
