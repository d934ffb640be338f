import Foundation
import ImportCore
import Importer
import SystemIO
import Testing

/// The real program, killed in the middle of its work.
@Suite struct CrashTests {
    @Test func `an importer that is killed anywhere leaves a library that recovers clean`() throws {
        let folder = try TemporaryFolder()
        let sources = try (0..<40).map { try folder.write(SamplePDF.make(padding: 20_000 * ($0 % 5)), "\($0).pdf") }
        let library = folder.path("library")
        var generator = SystemRandomNumberGenerator()
        for round in 0..<10 {
            var options = ChildProcess.Options()
            options.output = .null
            options.error = .null
            let child = try ChildProcess(
                path: Programs.fpsim, arguments: ["import", "--jobs", "8", "--library", library] + sources,
                options: options)
            // A moment of its start, its middle or its end; nothing is waited for.
            let moment = Duration.microseconds(Int.random(in: 1_000...60_000, using: &generator))
            _ = try child.wait(until: .now + moment)
            try child.signal(SIGKILL)
            _ = try child.wait()
            let recovered = try Programs.run(["importer", "recover", "--library", library])
            #expect(recovered.status == 0, "round \(round): \(recovered.error)")
            guard FileManager.default.fileExists(atPath: library + "/library.sqlite") else { continue }
            let verified = try Programs.run(["verify", "--deep", "--library", library])
            #expect(
                verified.status == 0 || verified.status == 66, "round \(round), after \(moment): \(verified.output)")
        }
        let final = try Programs.run(["import", "--library", library] + sources)
        #expect(final.status == 0, "\(final.output)\(final.error)")
    }

    @Test func `one that is killed while it refers to documents leaves references, and nothing pending`() throws {
        let folder = try TemporaryFolder()
        let sources = try (0..<20).map { try folder.write(SamplePDF.make(), "\($0).pdf") }
        let library = folder.path("library")
        _ = try DocumentLibrary(at: library)
        for round in 0..<6 {
            var options = ChildProcess.Options()
            options.output = .null
            options.error = .null
            let child = try ChildProcess(
                path: Programs.fpsim, arguments: ["import", "--reference", "--library", library] + sources,
                options: options)
            _ = try child.wait(until: .now + .milliseconds(Int.random(in: 5...120)))
            try child.signal(SIGKILL)
            _ = try child.wait()
            #expect(try Programs.run(["recover", "--library", library]).status == 0)
            #expect(try Programs.run(["verify", "--deep", "--library", library]).status == 0, "round \(round)")
        }
        let entries = try DocumentLibrary(at: library).entries()
        #expect(
            entries.allSatisfy { $0.state == .reference && ReferenceResolver().status(of: $0)?.state == .available })
    }

    @Test func `recovery leaves the imports of a living process alone`() throws {
        let bench = try Workbench()
        let document = bench.folder.path("document.pdf")
        // A source that never answers keeps its import pending.
        let source = HeldSource(path: try bench.folder.write(SamplePDF.make(), "document.pdf"))
        _ = document
        let task = try bench.importer.start(source)
        source.waitUntilHeld()
        let other = try DocumentLibrary(at: bench.library.path)
        #expect(try other.recover().isEmpty)
        #expect(try Programs.run(["recover", "--library", bench.library.path]).output == "nothing to recover\n")
        source.release()
        _ = try task.wait()
        try bench.expectSound(1)
    }

    @Test func `a read that never ends is left at the deadline, and a cancel reaches it`() throws {
        var options = DocumentImporter.Options()
        options.deadline = .milliseconds(50)
        let bench = try Workbench(options)
        let path = try bench.folder.write(SamplePDF.make(), "document.pdf")
        let stuck = HeldSource(path: path, isDeaf: true)
        do throws(ImportFailure) {
            _ = try bench.importer.start(stuck).wait()
            Issue.record("it imported")
        } catch {
            #expect(error.kind == .deadline)
            #expect(error.phase == .stage)
        }
        try bench.expectSound(0)
        stuck.release()
        let cancelled = HeldSource(path: path, isDeaf: true)
        let task = try DocumentImporter(library: bench.library).start(cancelled)
        cancelled.waitUntilHeld()
        task.cancel()
        do throws(ImportFailure) {
            _ = try task.wait()
            Issue.record("it imported")
        } catch {
            #expect(error.kind == .cancelled)
        }
        cancelled.release()
        try bench.expectSound(0)
    }
}

/// A file whose second read waits until it is released; a deaf one doesn't even notice that it is interrupted.
final class HeldSource: ImportSource {
    private enum Moment { case early, held, released }

    private let file: PlainFileSource
    private let isDeaf: Bool
    private let moment = ConditionVariable(Moment.early)

    init(path: String, isDeaf: Bool = false) {
        file = PlainFileSource(path: path)
        self.isDeaf = isDeaf
    }

    var displayName: DisplayName { file.displayName }
    var origin: String { file.origin }
    var provider: String? { nil }
    func startAccess() -> Bool { false }
    func stopAccess() {}

    func waitUntilHeld() { moment.wait { $0 == .early ? nil : () } }
    func release() { moment.change { $0 = .released } }

    func coordinateRead(
        _ control: ImportControl, accessor: (any SourceItem) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        try file.coordinateRead(control) { (item) throws(ImportProblem) in
            try accessor(HeldItem(item: item, source: self))
        }
    }

    fileprivate func hold(_ control: ImportControl) throws(ImportProblem) {
        try control.waiting(interrupt: { [self] in if !isDeaf { release() } }) { () throws(ImportProblem) in
            moment.change { if $0 == .early { $0 = .held } }
            moment.wait { $0 == .released ? () : nil }
        }
    }
}

private struct HeldItem: SourceItem {
    let item: any SourceItem
    let source: HeldSource

    func open(_ control: ImportControl) throws(ImportProblem) -> any SourceReader {
        HeldReader(reader: try item.open(control), source: source)
    }
}

private final class HeldReader: SourceReader {
    let reader: any SourceReader
    let source: HeldSource

    init(reader: any SourceReader, source: HeldSource) {
        self.reader = reader
        self.source = source
    }

    func attributes(_ control: ImportControl) throws(ImportProblem) -> SourceAttributes {
        try reader.attributes(control)
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, _ control: ImportControl
    ) throws(ImportProblem) -> Int {
        if offset > 0 { try source.hold(control) }
        return try reader.read(into: buffer, at: offset, control)
    }

    func makeDigest() -> any ContentDigest { reader.makeDigest() }
    func close(_ control: ImportControl) throws(ImportProblem) { try reader.close(control) }
}
