import Foundation
import Testing

/// The rows of the table of Apple's semantics (a scope, b coordination, c presenters, d download state, e errors, L
/// Linux's Foundation): each is in the name of a test, before the colon, or it is said here why no Linux process can
/// show it.
@Suite struct SemanticsRowsTests {
    static let lastRows = ["a": 21, "b": 26, "c": 11, "d": 13, "L": 12]

    static let notShown = [
        "d4": "what a device does with third-party providers is not known",
        "d10": "promised items and metadata queries aren't offered",
        "d11": "what a system does by itself; here a config says what is evicted and when",
        "d12": "the provider extension's own side of the system's interface",
        "d13": "command-line programs of macOS",
        "L3": "shown by Tests/BringYourImporter/run, which gets the module in two of the three ways",
    ]

    private static var rows: Set<String> {
        Set(lastRows.flatMap { letter, last in (1...last).map { "\(letter)\($0)" } } + ["e"])
    }

    @Test func `every row is in a test's name, or it is said why not`() throws {
        let named = try Self.rowsInNames()
        let missing = Self.rows.subtracting(named).subtracting(Self.notShown.keys)
        #expect(missing.sorted() == [])
        #expect(named.subtracting(Self.rows).sorted() == [], "Names of rows that the table doesn't have.")
        #expect(named.intersection(Self.notShown.keys).sorted() == [], "Shown after all.")
    }

    private static func rowsInNames() throws -> Set<String> {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        var found: Set<String> = []
        let name = try NSRegularExpression(pattern: "func `((?:[a-eL][0-9]*, )*[a-eL][0-9]*): ")
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in name.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                guard let range = Range(match.range(at: 1), in: text) else { continue }
                found.formUnion(text[range].components(separatedBy: ", ").filter { $0 == "e" || $0.count > 1 })
            }
        }
        return found
    }
}
