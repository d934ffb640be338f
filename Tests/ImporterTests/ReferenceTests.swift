import FileCoordination
import Foundation
import ImportCore
import Importer
import ProviderTesting
import Testing

/// References to documents of a real mount, whose user moves them, throws them away and takes access back.
@Suite(.serialized) struct ReferenceTests {
    private let bench: Workbench
    private let provider: MountedProvider

    init() throws {
        bench = try Workbench()
        provider = try MountedProvider(
            yaml: "provider: Sample\n",
            documents: ["a.pdf": SampleDocument.pdf, "b.pdf": SampleDocument.pdf, "f/c.pdf": SampleDocument.pdf])
    }

    private func source(_ name: String) -> PickedSource {
        PickedSource(path: Array(provider.url.appendingPathComponent(name).path.utf8))
    }

    private func refer(_ name: String = "a.pdf") throws -> EntryID { try bench.importer.refer(to: source(name)) }

    private func status(_ id: EntryID) throws -> ReferenceStatus? {
        ReferenceResolver(deadline: .seconds(1)).status(of: try #require(try bench.library.entry(id)))
    }

    /// As a fresh process sees it.
    private func listed() throws -> [[String: Any]] {
        let run = try Programs.run(["list", "--json", "--library", bench.library.path])
        #expect(run.status == 0)
        return try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func expectNoAccessLeft() throws {
        let trace = try provider.trace
        #expect(trace.hasBalancedScopes)
        #expect(trace.hasReleasedAllClaims)
        #expect(trace.hasNoReadOutsideScope)
        #expect(trace.hasNoReadOutsideCoordination)
    }

    @Test func `a reference is never an import, and a fresh process resolves it again`() throws {
        let id = try refer()
        let entry = try #require(try bench.library.entry(id))
        #expect(entry.state == .reference)
        #expect(entry.outcome == nil)
        #expect(entry.path == nil)
        #expect(try status(id)?.state == .available)
        let line = try #require(try listed().first)
        #expect(line["state"] as? String == "reference")
        #expect((line["reference"] as? [String: String])?["state"] == "available")
        #expect(try bench.folder.names("library/documents") == [])
        try bench.expectSound(0)
        try expectNoAccessLeft()
    }

    @Test func `a document that moved is found, and remembered at its new place when it is opened`() throws {
        let id = try refer()
        try provider.move("a.pdf", to: "Archive/moved.pdf")
        #expect(try status(id)?.state == .moved)
        #expect(try status(id)?.path?.text.hasSuffix("/Archive/moved.pdf") == true)
        let opened = try Programs.run([
            "open", "--library", bench.library.path, "--with", "/usr/bin/sha256sum", id.rawValue,
        ])
        #expect(opened.status == 0, "\(opened.error)")
        #expect(opened.output.contains("Archive/moved.pdf"))
        #expect(try status(id)?.state == .available)
        #expect(try bench.library.history(of: id).map(\.event) == ["referenced", "moved"])
        try expectNoAccessLeft()
    }

    @Test func `one in the trash says so and can still be opened, and one that was deleted is unavailable`() throws {
        let id = try refer()
        try provider.trash("a.pdf")
        #expect(try status(id)?.state == .inTrash)
        let opened = try Programs.run(["open", "--library", bench.library.path, id.rawValue])
        #expect(opened.status == 0)
        #expect(opened.output.contains("/.Trash/a.pdf?fpsim-scope="))
        let deleted = try refer("b.pdf")
        try provider.delete("b.pdf")
        #expect(try status(deleted)?.state == .unavailable)
        #expect(try status(deleted)?.remedy == .pickAgain)
        #expect(try Programs.run(["open", "--library", bench.library.path, deleted.rawValue]).status == 66)
    }

    @Test func `one whose access was taken back needs authorization, until it is pointed at a new pick`() throws {
        let id = try refer()
        try provider.revokeScope(of: "a.pdf")
        #expect(try status(id)?.state == .needsAuthorization)
        #expect(try Programs.run(["open", "--library", bench.library.path, id.rawValue]).status == 77)
        let path = provider.url.appendingPathComponent("b.pdf").path
        #expect(try Programs.run(["relink", "--library", bench.library.path, id.rawValue, path]).status == 0)
        #expect(try status(id)?.state == .available)
        #expect(try bench.library.entry(id)?.displayName == DisplayName("b.pdf"))
        #expect(try bench.library.history(of: id).map(\.event) == ["referenced", "relinked"])
        try expectNoAccessLeft()
    }

    @Test func `one whose provider is gone is unavailable, and stays in the library`() throws {
        let id = try refer()
        try provider.stop()
        #expect(try status(id)?.state == .unavailable)
        #expect((try listed().first?["reference"] as? [String: String])?["state"] == "unavailable")
        #expect(try Programs.run(["open", "--library", bench.library.path, id.rawValue]).status == 69)
        #expect(try bench.library.recover().isEmpty)
        #expect(try bench.library.remove(id))
        #expect(try bench.library.entry(id) == nil)
    }

    @Test func `a provider that never answers is asked once, whatever the number of references`() throws {
        for _ in 0..<20 { _ = try refer() }
        try provider.addRules(
            "rules:\n  - {name: hangs, when: {operation: bookmark-resolve}, do: {stall: {for: forever}}}\n")
        let resolver = ReferenceResolver(deadline: .milliseconds(200))
        for entry in try bench.library.entries() {
            let status = resolver.status(of: entry)
            #expect(status?.state == .unavailable)
            #expect(status?.cause == "the provider made no progress for 0.2 s")
        }
        // One resolver, so one question.
        try provider.waitUntilHeld(by: "hangs")
        let asked = try provider.trace.events.filter { $0.rule == "hangs" }.count
        #expect(asked == 1)
        try provider.liftFaults()
    }

    @Test func `what is no file or isn't there is not referred to`() throws {
        for (name, kind) in [("f", ImportProblem.Kind.notAFile), ("nothing.pdf", .missing)] {
            do throws(ImportFailure) {
                _ = try bench.importer.refer(to: source(name))
                Issue.record("\(name) is referred to")
            } catch {
                #expect(error.kind == kind)
            }
        }
        #expect(try bench.library.entries().isEmpty)
        try expectNoAccessLeft()
    }

    @Test func `a reference is exported whole or not at all`() throws {
        let entry = try #require(try bench.library.entry(try refer()))
        mkdir(bench.folder.path("out"), 0o700)
        let export = DocumentExport(from: bench.library, deadline: .seconds(1))
        #expect(try export.export(entry, to: bench.folder.path("out")) == DisplayName("a.pdf"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: bench.folder.path("out/a.pdf"))) == SampleDocument.pdf)
        try provider.addRules("rules:\n  - {name: ends, when: {operation: read}, do: {end-early: {at: 40%}}}\n")
        #expect(throws: LibraryError.self) { try export.export(entry, to: bench.folder.path("out")) }
        #expect(try bench.folder.names("out") == ["a.pdf"])
        try expectNoAccessLeft()
    }

    @Test func `a file of no mount is referred to as well`() throws {
        let path = try bench.folder.write(SamplePDF.make(), "plain.pdf")
        let id = try bench.importer.refer(to: PlainFileSource(path: path))
        #expect(try status(id)?.state == .available)
        unlink(path)
        #expect(try status(id)?.state == .unavailable)
    }

    @Test func `many are taken at once, folders too, and the code says all, some or none`() throws {
        let root = provider.url.path
        let arguments = ["import", "--reference", "--library", bench.library.path, "--json"]
        let all = try Programs.run(arguments + ["--recursive", root])
        #expect(all.status == 0, "\(all.error)")
        #expect(all.error == "3 referenced, 0 failed\n")
        #expect(all.output.split(separator: "\n").count == 3)
        let some = try Programs.run(arguments + ["\(root)/a.pdf", "\(root)/missing.pdf"])
        #expect(some.status == 3)
        #expect(some.error == "1 referenced, 1 failed\n")
        #expect(try Programs.run(arguments + ["\(root)/missing.pdf"]).status == 1)
        let resumed = try Programs.run(arguments + ["--recursive", "--resume", root])
        #expect(resumed.error == "0 referenced, 0 failed, 3 left out, since the library has them\n")
        #expect(try listed().count == 4)
        try expectNoAccessLeft()
    }

    @Test func `they are verified: counted, and looked for where the check is deep`() throws {
        _ = try refer()
        _ = try refer("b.pdf")
        try provider.delete("b.pdf")
        let arguments = ["verify", "--library", bench.library.path]
        #expect(try Programs.run(arguments).output == "0 documents, 2 references, no violations\n")
        let deep = try Programs.run(arguments + ["--deep"])
        #expect(deep.status == 0)
        #expect(deep.output.contains("“b.pdf”"))
        #expect(deep.output.hasSuffix("0 documents, 2 references (1 can be opened now), no violations\n"))
    }

    @Test func `an export of all says how many are left out, or reads them from their provider`() throws {
        _ = try refer()
        mkdir(bench.folder.path("out"), 0o700)
        let arguments = ["export", "--all", "--library", bench.library.path, "--to", bench.folder.path("out")]
        let without = try Programs.run(arguments)
        #expect(without.status == 0)
        #expect(without.error.hasPrefix("1 references left out"))
        #expect(try Programs.run(arguments + ["--references"]).status == 0)
        #expect(try bench.folder.names("out") == ["a.pdf"])
    }
}
