import FileCoordination
import Testing

/// What holds for files without a mount.
@Suite struct LocalAccessTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func `a2: start is false for a plain file, and reading works all the same`() throws {
        let file = try folder.file("a.pdf")
        #expect(!file.startAccessingSecurityScopedResource())
        #expect(!(file as NSURL).startAccessingSecurityScopedResource())
        #expect(try String(contentsOf: file, encoding: .utf8) == "content")
        file.stopAccessingSecurityScopedResource()
        let importer = OrdinaryImporter(library: folder.url)
        #expect(throws: OrdinaryImporter.ImportError.accessDenied) { try importer.importDocument(at: file) }
        #expect(try Data(contentsOf: importer.importDocumentLeniently(at: file)) == Data("content".utf8))
    }

    @Test func `b11, b12: the accessor runs on the calling thread with the item's URL`() throws {
        let file = try folder.file("a b?.pdf")
        let thread = Thread.current
        var error: NSError?
        var seen: URL?
        NSFileCoordinator().coordinate(readingItemAt: file, error: &error) { url in
            seen = url
            #expect(Thread.current === thread)
        }
        #expect(error == nil)
        #expect(seen == file)
    }

    @Test func `b12: a URL that isn't a file's is an error, and the accessor isn't run`() {
        var error: NSError?
        NSFileCoordinator().coordinate(readingItemAt: URL(string: "https://example.org/a")!, error: &error) { _ in
            Issue.record("The accessor was run.")
        }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == CocoaError.fileReadUnsupportedScheme.rawValue)
    }

    @Test func `b2: one coordinator never waits for itself`() throws {
        let file = try folder.file("a")
        let coordinator = NSFileCoordinator()
        var runs = 0
        coordinator.coordinate(writingItemAt: file, error: nil) { _ in
            coordinator.coordinate(writingItemAt: file, error: nil) { _ in runs += 1 }
            let other = NSFileCoordinator()
            other.purposeIdentifier = coordinator.purposeIdentifier
            other.coordinate(writingItemAt: file, error: nil) { _ in runs += 1 }
        }
        #expect(runs == 2)
    }

    @Test func `writing inside a read of another purpose is a deadlock that is reported`() throws {
        let file = try folder.file("a")
        var error: NSError?
        NSFileCoordinator().coordinate(readingItemAt: file, error: nil) { _ in
            NSFileCoordinator().coordinate(writingItemAt: file, error: &error) { _ in
                Issue.record("The writer ran beside a reader.")
            }
        }
        let beneath = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(beneath?.domain == NSPOSIXErrorDomain)
        #expect(beneath?.code == Int(POSIXErrorCode.EDEADLK.rawValue))
    }

    @Test func `b5: the accessor gets a link's target where it asks for it`() throws {
        let file = try folder.file("real")
        let link = folder.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        NSFileCoordinator().coordinate(readingItemAt: link, error: nil) { #expect($0.lastPathComponent == "link") }
        NSFileCoordinator().coordinate(readingItemAt: link, options: .resolvesSymbolicLink, error: nil) {
            #expect($0.lastPathComponent == "real")
        }
    }

    @Test func `b7: a reader for uploading gets a private snapshot, a zip file for a folder`() throws {
        let file = try folder.file("d/a.txt")
        var snapshot: URL?
        var handle: FileHandle?
        NSFileCoordinator().coordinate(readingItemAt: file, options: .forUploading, error: nil) { url in
            snapshot = url
            handle = try? FileHandle(forReadingFrom: url)
            #expect(url.lastPathComponent == "a.txt" && url.path != file.path)
            // The claim is given up early.
            NSFileCoordinator().coordinate(writingItemAt: file, error: nil) { url in
                try? "changed".write(to: url, atomically: false, encoding: .utf8)
            }
        }
        #expect(try handle?.readToEnd() == Data("content".utf8))
        #expect(try !#require(snapshot).checkResourceIsReachableQuietly)

        NSFileCoordinator().coordinate(
            readingItemAt: folder.url.appendingPathComponent("d"), options: .forUploading, error: nil
        ) { url in
            let bytes = (try? Data(contentsOf: url)) ?? Data()
            #expect(url.pathExtension == "zip")
            #expect(bytes.starts(with: [0x50, 0x4B, 3, 4]))
            #expect(bytes.range(of: Data("d/a.txt".utf8)) != nil)
        }
    }

    @Test func `b8, b9: a safe move claims both places, and a waiting reader follows`() throws {
        let (source, destination) = (try folder.file("a"), folder.url.appendingPathComponent("b"))
        let waits = DispatchSemaphore(value: 0)
        let reader = NSFileAccessIntent.readingIntent(with: source)
        let stays = NSFileAccessIntent.writingIntent(with: source, options: .forReplacing)
        let coordinator = NSFileCoordinator()
        coordinator.coordinate(
            writingItemAt: source, options: .forMoving, writingItemAt: destination, options: .forReplacing, error: nil
        ) { from, to in
            NSFileCoordinator().coordinate(with: [reader], queue: OperationQueue()) { error in
                #expect(error == nil)
                #expect(reader.url.path == destination.path)
                waits.signal()
            }
            NSFileCoordinator().coordinate(with: [stays], queue: OperationQueue()) { error in
                #expect(error == nil)
                #expect(stays.url.path == source.path)
                waits.signal()
            }
            coordinator.item(at: from, willMoveTo: to)
            #expect(throws: Never.self) { try FileManager.default.safelyMoveItem(at: from, to: to) }
            coordinator.item(at: from, didMoveTo: to)
        }
        waits.wait()
        waits.wait()
    }

    @Test func `b13: an asynchronous access holds until its accessor returns`() async throws {
        let file = try folder.file("a")
        let intent = NSFileAccessIntent.writingIntent(with: file)
        let order = Recorder()
        await withCheckedContinuation { continuation in
            NSFileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { error in
                #expect(error == nil)
                let other = NSFileAccessIntent.readingIntent(with: file)
                NSFileCoordinator().coordinate(with: [other], queue: OperationQueue()) { _ in
                    order.note("reader")
                    continuation.resume()
                }
                order.note("writer")
            }
        }
        #expect(order.notes == ["writer", "reader"])
    }

    @Test func `b15: cancel before, during and after`() throws {
        let file = try folder.file("a")
        let coordinator = NSFileCoordinator()
        let done = DispatchSemaphore(value: 0)
        let waiting = NSFileAccessIntent.writingIntent(with: file)
        NSFileCoordinator().coordinate(readingItemAt: file, error: nil) { _ in
            coordinator.coordinate(readingItemAt: file, error: nil) { _ in
                // A running block finishes.
                coordinator.coordinate(with: [waiting], queue: OperationQueue()) { error in
                    #expect((error as? CocoaError)?.code == .userCancelled)
                    done.signal()
                }
                coordinator.cancel()
                done.wait()
            }
        }
        var error: NSError?
        coordinator.coordinate(readingItemAt: file, error: &error) { _ in Issue.record("Ran after cancel.") }
        #expect(error?.code == CocoaError.userCancelled.rawValue)
        coordinator.cancel()
    }

    @Test func `b1: claims of many threads exclude writers and nobody waits for ever`() throws {
        let file = try folder.file("a", "0")
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            if index % 4 == 0 {
                NSFileCoordinator().coordinate(readingItemAt: file, error: nil) { url in
                    #expect((try? String(contentsOf: url, encoding: .utf8)).flatMap { Int($0) } != nil)
                }
            } else {
                NSFileCoordinator().coordinate(writingItemAt: file, error: nil) { url in
                    let count = (try? String(contentsOf: url, encoding: .utf8)).flatMap { Int($0) } ?? -1000
                    try? "\(count + 1)".write(to: url, atomically: false, encoding: .utf8)
                }
            }
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "150")
    }
}

/// Notes in the order in which they were made, from any thread.
final class Recorder: @unchecked Sendable {
    private let lock = NSLock()
    private var made: [String] = []

    func note(_ note: String) { lock.withLock { made.append(note) } }
    var notes: [String] { lock.withLock { made } }
}

extension URL {
    var checkResourceIsReachableQuietly: Bool { FileManager.default.fileExists(atPath: path) }
}
