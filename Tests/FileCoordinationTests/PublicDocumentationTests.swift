import Foundation
import Testing

/// What is public is documented, and says by which row of the table it behaves as it does.
@Suite struct PublicDocumentationTests {
    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    private func files(of module: String) throws -> [URL] {
        let folder = Self.sources.appendingPathComponent(module)
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
    }

    /// Lines that declare something public, and those of enumerations with raw values.
    private func declarations(_ file: URL) throws -> [(line: String, isDocumented: Bool)] {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let declares = try NSRegularExpression(
            pattern: #"^\s*((@\w+(\([^)]*\))? )*(nonisolated )?(public|open) (?!extension)|case \w+ = -?\d+)"#)
        return lines.enumerated().compactMap { index, line in
            guard declares.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil else { return nil }
            let above = lines[..<index].last { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("@") } ?? ""
            return (line, above.trimmingCharacters(in: .whitespaces).hasPrefix("///"))
        }
    }

    @Test(arguments: ["FileCoordination", "ProviderTesting"]) func `every public symbol has a comment`(module: String)
        throws
    {
        var count = 0
        for file in try files(of: module) {
            for declaration in try declarations(file) {
                count += 1
                #expect(declaration.isDocumented, "\(file.lastPathComponent): \(declaration.line)")
            }
        }
        #expect(count > 30)
    }

    @Test func `every file with public names says which rows it is about`() throws {
        for file in try files(of: "FileCoordination") where try !declarations(file).isEmpty {
            let text = try String(contentsOf: file, encoding: .utf8)
            let row = text.range(of: #"[(,;: ]([abcdL][0-9]{1,2}|section e)[),;: ]"#, options: .regularExpression)
            #expect(row != nil, "\(file.lastPathComponent)")
        }
    }
}
