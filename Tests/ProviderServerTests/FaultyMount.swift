import FileCoordination
import Foundation
import ProviderTesting
import SystemIO
import Testing

/// A real mount of two documents, `a.pdf` and `f/b.pdf`, under rules, and what a caller sees through it.
struct FaultyMount {
    /// What both documents hold: no two nearby bytes are alike, so that what is cut, moved or changed shows.
    static let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    let provider: MountedProvider

    /// - Parameter rules: each as it stands in a provider-config's list: `{when: {…}, do: {…}}`.
    init(_ rules: String..., isDataless: Bool = false, needsScope: Bool = false) throws {
        var yaml = "provider: Test\nscope: \(needsScope ? "required\nprofile: lax" : "none")\nrules:\n"
        for rule in rules { yaml += "  - \(rule)\n" }
        if rules.isEmpty { yaml += "  []\n" }
        if isDataless { yaml += "items: [{match: \"**/*.pdf\", state: dataless}]\n" }
        let data = Data(FaultyMount.content)
        provider = try MountedProvider(yaml: yaml, documents: ["a.pdf": data, "f/b.pdf": data])
    }

    func path(_ name: String) -> String { provider.url.path + "/" + name }

    @discardableResult
    func open(_ name: String) throws(Errno) -> OpenFile {
        try OpenFile(path(name))
    }

    func content(of name: String) throws -> [UInt8] {
        try open(name).content()
    }

    /// Writes at the start of a file, and closes it.
    /// - Returns: how many bytes the one call took.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> Int {
        let file = try FileDescriptor.workingDirectory.open(path(name), .readWrite)
        let count = try bytes.withUnsafeBytes { try file.borrowed.write($0) }
        try file.close()
        return count
    }

    func status(of name: String) throws(Errno) -> FileStatus {
        try FileDescriptor.workingDirectory.status(of: path(name))
    }

    /// The names in a folder, as readdir gives them, doubles too.
    func names(in folder: String = "") throws -> [String] {
        var reader = try DirectoryReader(
            FileDescriptor.workingDirectory.open(path(folder), .readOnly))
        var names: [String] = []
        while let entry = try reader.peek() {
            names.append(String(decoding: entry.name, as: UTF8.self))
            reader.advance()
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// How often rules fired, by the trace.
    func firings() throws -> Int { try provider.trace.firedRules.count }
}

/// A file of the mount that is open for as long as this lives.
final class OpenFile: Sendable {
    private let descriptor: OwnedFileDescriptor

    init(_ path: String) throws(Errno) {
        descriptor = try FileDescriptor.workingDirectory.open(path, .readOnly)
    }

    /// One read of up to `count` bytes.
    func bytes(_ count: Int, at offset: Int64) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let length = try buffer.withUnsafeMutableBytes { try descriptor.borrowed.read(into: $0, at: offset) }
        return Array(buffer[..<length])
    }

    func content() throws -> [UInt8] { try descriptor.borrowed.readToEnd() }

    func status() throws -> FileStatus { try descriptor.borrowed.status() }

    func attribute(_ name: String) throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = try buffer.withUnsafeMutableBytes { try descriptor.borrowed.extendedAttribute(name, into: $0) }
        return String(decoding: buffer[..<length], as: UTF8.self)
    }
}

/// Work that may block, on a thread of its own.
final class BlockingWork<Result: Sendable>: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    // Written before `done` is signalled and read after it was waited for.
    private var result: Result?

    init(_ work: @escaping @Sendable () -> Result) {
        Thread.detachNewThread { [self] in
            result = work()
            done.signal()
        }
    }

    /// What the work gave.
    func wait() throws -> Result {
        try #require(done.wait(timeout: .now() + 20) == .success)
        return result!
    }
}

extension FaultyMount {
    /// The item's identifier, as the mount states it.
    func identifier(of name: String) throws -> String { try attribute("user.fpsim.identifier", of: name) }

    func attribute(_ attribute: String, of name: String) throws -> String {
        try open(name).attribute(attribute)
    }

    /// A coordinated read as an app makes it.
    /// - Parameter body: what is done inside the accessor, instead of reading the document.
    func coordinatedRead(
        _ name: String, _ body: ((FaultyMount) -> [UInt8]?)? = nil
    ) -> (content: [UInt8]?, error: NSError?) {
        var error: NSError?
        var content: [UInt8]?
        NSFileCoordinator().coordinate(readingItemAt: provider.url.appendingPathComponent(name), error: &error) { url in
            content = body.map { $0(self) } ?? (try? Data(contentsOf: url)).map { Array($0) }
        }
        return (content, error)
    }
}
