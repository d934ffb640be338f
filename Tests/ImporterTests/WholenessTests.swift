import Foundation
import Glibc
import ImportCore
import Importer
import ProviderTesting
import Testing

/// A document that the provider serves cut or with a hole, and whose own length or second read says so, is never kept.
/// `FPSIM_POINTS` is the number of points at which it is cut: 1000 takes a minute.
@Suite(.serialized) struct WholenessTests {
    private static let points = ProcessInfo.processInfo.environment["FPSIM_POINTS"].flatMap { Int($0) } ?? 40

    /// Serves copies of one document, each with a rule of its own, and imports all.
    private func expectNoneKept(
        _ document: [UInt8], _ faults: [String], when: String = "", _ kinds: Set<ImportProblem.Kind>
    ) throws {
        let names = faults.indices.map { "\($0).pdf" }
        var yaml = "provider: Sample\nrules:\n"
        for (name, fault) in zip(names, faults) {
            yaml += "  - {name: \(name), when: {operation: read, path: \(name)\(when)}, do: \(fault)}\n"
        }
        let provider = try MountedProvider(
            yaml: yaml, documents: Dictionary(uniqueKeysWithValues: names.map { ($0, Data(document)) }))
        defer { try? provider.stop() }
        let bench = try Workbench()
        let sources = names.map { PickedSource(path: Array(provider.url.appendingPathComponent($0).path.utf8)) }
        var rest = sources[...]
        var found: [ImportProblem.Kind: Int] = [:]
        ImportBatch(importer: bench.importer).run({ rest.popFirst() }) { outcome in
            switch outcome.result {
            case .success(let entry): Issue.record("\(entry.displayName.text) was kept: \(entry.result.outcome)")
            case .failure(let failure): found[failure.kind, default: 0] += 1
            }
        }
        #expect(kinds.isSuperset(of: found.keys), "\(found)")
        try bench.expectSound(0)
        let fired = Set(try provider.trace.events.compactMap(\.rule))
        #expect(fired.count == faults.count, "every rule has met its document")
    }

    @Test func `an ordinary file that is written anew while it is read, with its time put back, is no mix of both`()
        throws
    {
        let bench = try Workbench()
        // Longer than what is read at once.
        let path = try bench.folder.write(Array(repeating: UInt8(ascii: "a"), count: 5 << 20), "note.txt")
        var before = stat()
        #expect(stat(path, &before) == 0)
        let source = HeldSource(path: path)
        let task = try bench.importer.start(source)
        source.waitUntilHeld()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(repeating: UInt8(ascii: "b"), count: 5 << 20))
        try file.close()
        #expect(utimensat(AT_FDCWD, path, [before.st_atim, before.st_mtim], 0) == 0)
        source.release()
        do throws(ImportFailure) {
            _ = try task.wait()
            Issue.record("it was imported")
        } catch {
            #expect(error.kind == .incomplete, "\(error)")
        }
        try bench.expectSound(0)
    }

    @Test func `cut at any point`() throws {
        let document = SamplePDF.make(pages: 4, padding: 40_000)
        let faults = (0..<Self.points).map { "{end-early: {at: \(document.count * $0 / Self.points)B}}" }
        try expectNoneKept(document, faults, [.incomplete, .empty])
    }

    @Test func `with any block of zeros that a second read doesn't have`() throws {
        let document = SamplePDF.make(pages: 2, padding: 40_000)
        let faults = stride(from: 0, to: document.count, by: 4096).map { "{zeros: {from: \($0)B, length: 4KiB}}" }
        // Where its very first bytes are gone, it isn't begun.
        try expectNoneKept(document, faults, when: ", nth: 1", [.incomplete, .invalid, .unknownType])
    }
}
