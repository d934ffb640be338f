import Foundation

/// A folder of one test, gone afterwards.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("importer-XXXXXX").path
        var name = Array(template.utf8CString)
        guard mkdtemp(&name) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func path(_ name: String) -> String { path + "/" + name }

    @discardableResult
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    func names(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }
}
