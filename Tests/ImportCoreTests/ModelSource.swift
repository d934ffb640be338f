import ImportCore
import Synchronization

/// An item in memory that counts what it was asked for, and whose provider can misbehave.
final class ModelSource: ImportSource {
    struct Counts: Hashable {
        var starts = 0
        var stops = 0
        var claims = 0
        var releases = 0
        var opens = 0
    }

    let displayName = DisplayName("document.pdf")
    let origin = "/provider/document.pdf"
    let provider: String? = nil
    let bytes: [UInt8]
    let isGranted: Bool
    let counts = Mutex(Counts())
    /// Called where the provider is asked: coordinate, open, attributes, read, with the offset, close and stop.
    let onCall: @Sendable (Call, ImportControl) throws -> Answer

    enum Call: Hashable {
        case coordinate, open, close, stop
        case attributes(nth: Int)
        case read(Int64)
    }
    enum Answer {
        case usual
        case attributes(SourceAttributes)
        case end
    }

    init(
        bytes: [UInt8] = Array("%PDF-1.7 whole document".utf8), isGranted: Bool = true,
        onCall: @escaping @Sendable (Call, ImportControl) throws -> Answer = { _, _ in .usual }
    ) {
        self.bytes = bytes
        self.isGranted = isGranted
        self.onCall = onCall
    }

    var attributes: SourceAttributes {
        SourceAttributes(device: 1, inode: 2, size: Int64(bytes.count), modified: 3)
    }

    func startAccess() -> Bool {
        if isGranted { counts.withLock { $0.starts += 1 } }
        return isGranted
    }

    func stopAccess() {
        // Who stops has nothing to be interrupted by.
        _ = try? onCall(.stop, ImportControl(now: { .zero }))
        counts.withLock { $0.stops += 1 }
    }

    func coordinateRead(
        _ control: ImportControl, accessor: (any SourceItem) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        _ = try ask(.coordinate, control)
        counts.withLock { $0.claims += 1 }
        defer { counts.withLock { $0.releases += 1 } }
        try accessor(Item(source: self))
    }

    fileprivate func ask(_ call: Call, _ control: ImportControl) throws(ImportProblem) -> Answer {
        do {
            return try onCall(call, control)
        } catch let problem as ImportProblem {
            throw problem
        } catch {
            throw ImportProblem(.internal, "\(error)")
        }
    }

    struct Item: SourceItem {
        let source: ModelSource

        func open(_ control: ImportControl) throws(ImportProblem) -> any SourceReader {
            _ = try source.ask(.open, control)
            source.counts.withLock { $0.opens += 1 }
            return Reader(source: source)
        }
    }

    final class Reader: SourceReader {
        let source: ModelSource
        private var asked = 0

        init(source: ModelSource) {
            self.source = source
        }

        func attributes(_ control: ImportControl) throws(ImportProblem) -> SourceAttributes {
            asked += 1
            if case .attributes(let attributes) = try source.ask(.attributes(nth: asked), control) { return attributes }
            return source.attributes
        }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, _ control: ImportControl
        ) throws(ImportProblem) -> Int {
            if case .end = try source.ask(.read(offset), control) { return 0 }
            let rest = source.bytes.dropFirst(Int(offset)).prefix(min(buffer.count, 8))
            buffer.copyBytes(from: rest)
            return rest.count
        }

        func makeDigest() -> any ContentDigest { Digest() }

        func close(_ control: ImportControl) throws(ImportProblem) {
            try control.leaving(interrupt: {}) { _ = try? source.ask(.close, control) }
        }
    }

    final class Digest: ContentDigest {
        func update(_ bytes: UnsafeRawBufferPointer) {}
        func finish() -> String { "digest" }
    }
}

/// Accepts everything as the verdict that it was made with.
struct ModelValidator: DocumentValidator {
    var verdict = DocumentVerdict.valid(.pdf)

    func validate(
        _ id: EntryID, claimed: ContentType?, _ control: ImportControl
    ) throws(ImportProblem) -> DocumentVerdict { verdict }

    func mayKnow(head: UnsafeRawBufferPointer) -> Bool { true }
}

/// A clock that moves when a test says so.
final class ModelClock: Sendable {
    private let time = Mutex(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
