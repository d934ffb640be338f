import Foundation
import SystemIO

/// A folder of a test's own, which goes with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var name = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-test-XXXXXX").path.utf8CString
        let made = name.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!).map { String(cString: $0) } }
        guard let made else { throw CocoaError(.fileWriteUnknown) }
        path = made
    }

    /// Whether something is mounted in it. Paths of mounts are bytes, and those of other tests may be of no encoding.
    func holdsMount() throws -> Bool {
        try MountTable().current().contains { $0.mountpoint.starts(with: "\(path)/".utf8) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Makes a folder in it.
    func make(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        return "\(path)/\(name)"
    }

    func content(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }
}
