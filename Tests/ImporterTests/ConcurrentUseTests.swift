import Foundation
import ImportCore
import SystemIO
import Testing

@testable import Importer

/// What one process does to a library while others use it.
@Suite struct ConcurrentUseTests {
    /// An import by hand, step by step, in a library that its process has opened for itself.
    private struct Importing {
        let library: DocumentLibrary
        let id: EntryID

        init(at path: String, _ name: String = "note.txt") throws {
            library = try DocumentLibrary(at: path)
            let attributes = SourceAttributes(device: 1, inode: 1, size: 4, modified: 0)
            id = try library.store.begin(
                ImportCandidate(displayName: DisplayName(name), origin: "/\(name)", attributes: attributes))
            let document = try library.files.stage(id)
            try Array("note".utf8).withUnsafeBytes { bytes in try document.write(bytes) }
        }

        func publish() throws -> String { try library.files.publish(id, as: .plainText) }

        func commit(_ path: String) throws {
            _ = try library.store.commit(
                id,
                ImportResult(
                    path: path, size: 4, sha256: String(repeating: "0", count: 64), contentType: .plainText,
                    outcome: .imported))
        }
    }

    /// An import whose process has ended without committing it.
    private func deadImport(at path: String, publishes: Bool = false) throws -> EntryID {
        let id: EntryID
        do {
            let importing = try Importing(at: path)
            id = importing.id
            if publishes { _ = try importing.publish() }
        }
        // A program that another test starts holds a copy of every lock until it runs.
        let library = try DocumentLibrary(at: path)
        let end = MonotonicTime.now + .seconds(20)
        while try !library.store.orphans().contains(id), MonotonicTime.now < end { sched_yield() }
        return id
    }

    @Test func `what was committed while recovery looked stays, though its importer has ended by then`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library")
        let recovering = try DocumentLibrary(at: path)
        let seen: [EntryStore.PendingEntry]
        let id: EntryID
        do {
            let importing = try Importing(at: path)
            id = importing.id
            seen = try recovering.store.pendingEntries()
            #expect(seen.map(\.id) == [id])
            try importing.commit(importing.publish())
        }
        #expect(try recovering.store.orphans(among: seen) == [])
        // One that died before its commit is nobody's.
        let dead = try deadImport(at: path)
        #expect(try recovering.store.orphans() == [dead])
        #expect(try recovering.recover().entries == [dead])
        #expect(try recovering.entries().map(\.id) == [id])
    }

    @Test func `recoveries, lists and verifications beside imports that come and go lose nothing`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library")
        let documents = try (0..<15).map { try folder.write(Array("note \($0)".utf8), "\($0).txt") }
        _ = try DocumentLibrary(at: path)
        let isOver = ConditionVariable(false)
        let others = try (0..<3).map { number in
            try Concurrent {
                while !isOver.changeQuietly({ $0 }) {
                    let run = try Programs.run([["recover", "list", "verify"][number], "--library", path])
                    #expect(run.status == 0, "\(run.output)\(run.error)")
                }
            }
        }
        defer { isOver.changeQuietly { $0 = true } }
        let importers = try (0..<2).map { _ in
            try Concurrent {
                for _ in 0..<10 {
                    let run = try Programs.run(["import", "--quiet", "--library", path] + documents)
                    #expect(run.status == 0, "\(run.error)")
                }
            }
        }
        for importer in importers { try importer.wait() }
        isOver.changeQuietly { $0 = true }
        for other in others { try other.wait() }
        let verified = try Programs.run(["verify", "--deep", "--library", path])
        #expect(verified.output == "300 documents, no violations\n")
    }

    @Test func `an entry that is being imported can't be removed, and one that is removed can't be committed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library")
        let importing = try Importing(at: path)
        let removing = try DocumentLibrary(at: path)
        #expect(throws: ImportProblem.self) { _ = try removing.remove(importing.id) }
        #expect(throws: ImportProblem.self) { _ = try importing.library.remove(importing.id) }
        let published = try importing.publish()
        try importing.commit(published)
        #expect(try folder.names("library/documents").count == 1)
        // Another process takes it away, and dies before it has forgotten it.
        #expect(try removing.store.withdraw(importing.id))
        #expect(throws: ImportProblem.self) { try importing.commit(published) }
        #expect(try importing.library.entry(importing.id)?.state == .pending)
    }

    @Test func `what a dead importer left can be removed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library")
        let dead = try deadImport(at: path)
        let library = try DocumentLibrary(at: path)
        #expect(try library.remove(dead))
        #expect(try !library.remove(dead))
        #expect(try folder.names("library/staging") == [])
        #expect(try library.recover().isEmpty)
    }

    @Test func `a verification says of a published document whose importer died that nobody imports it`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library")
        _ = try deadImport(at: path, publishes: true)
        var found: [String] = []
        _ = try LibraryVerification(DocumentLibrary(at: path)).run { found.append($0.text) }
        #expect(found == ["is pending, and nobody imports it"])
    }
}

/// A thread whose error is its waiter's.
private final class Concurrent: Sendable {
    private let outcome = ConditionVariable<Result<Void, any Error>?>(nil)

    init(_ body: @escaping @Sendable () throws -> Void) throws {
        try DetachedThread.start { [outcome] in
            let result = Result(catching: body)
            outcome.change { $0 = result }
        }
    }

    func wait() throws { try outcome.wait { $0 }.get() }
}
