import Conformance
import FileCoordination
import Glibc

/// A process among many that read and write the same items with coordinated access, in a random order that a seed
/// repeats. What proves the exclusion is outside of the arbiter: each item has a counter in a folder without claims,
/// and a writer adds one to it in a way that loses counts when two do it at once.
struct ClaimingProcess {
    private let items: [URL]
    private let counters: URL
    private let log: FileHandle
    private var generator: SeededGenerator
    private var failure: (any Error)?

    /// - Parameter counters: the counters' folder, and that of the log, in which each finished write is a byte.
    init(items: [URL], counters: URL, seed: UInt64) throws {
        self.items = items
        self.counters = counters
        let path = counters.appendingPathComponent("writes-\(seed)").path
        guard FileManager.default.createFile(atPath: path, contents: nil), let log = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        self.log = log
        generator = SeededGenerator(seed: seed)
    }

    mutating func run(accesses: Int) throws {
        for _ in 0..<accesses {
            let first = items.randomElement(using: &generator)!
            let second = items.randomElement(using: &generator)!
            var error: NSError?
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where first != second:
                NSFileCoordinator().coordinate(writingItemAt: first, writingItemAt: second, error: &error) { _, _ in
                    count(first)
                    count(second)
                }
            case 0, 1:
                NSFileCoordinator().coordinate(writingItemAt: first, error: &error) { _ in count(first) }
            default:
                NSFileCoordinator().coordinate(readingItemAt: first, error: &error) { _ in look(first) }
            }
            if let problem = error ?? failure { throw problem }
        }
    }

    private func counter(_ item: URL) -> URL { counters.appendingPathComponent(item.lastPathComponent) }

    private func value(_ item: URL) throws -> Int {
        Int(String(decoding: try Data(contentsOf: counter(item)), as: UTF8.self)) ?? -1
    }

    private mutating func count(_ item: URL) {
        do {
            let before = try value(item)
            // Lets another writer in, if nothing keeps it out.
            sched_yield()
            try Data("\(before + 1)".utf8).write(to: counter(item), options: .atomic)
            try log.write(contentsOf: Data("x".utf8))
        } catch {
            failure = error
        }
    }

    private mutating func look(_ item: URL) {
        do {
            let before = try value(item)
            sched_yield()
            guard try value(item) == before else { throw WriterBesideReader(item: item.lastPathComponent) }
        } catch {
            failure = error
        }
    }
}

struct WriterBesideReader: Error, CustomStringConvertible {
    let item: String
    var description: String { "'\(item)' was written while this process read it" }
}
