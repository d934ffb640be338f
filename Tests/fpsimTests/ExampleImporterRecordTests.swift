import Foundation
import Testing

/// The record of what the two example importers fail of the catalogue, which `Tests/BringYourImporter/catalogue` holds
/// them to.
@Suite struct ExampleImporterRecordTests {
    private static let top = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: ["receipts-importer", "scans-importer"])
    func `each line names a config that there is, rules, and a reason`(importer: String) throws {
        let record = Self.top.appendingPathComponent("Tests/BringYourImporter/Expected/\(importer).txt")
        let lines = try String(contentsOf: record, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        #expect(lines.count > 10)
        var names: Set<Substring> = []
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 2)
            try #require(words.count == 3, "\(line)")
            #expect(names.insert(words[0]).inserted, "\(line)")
            let config = Self.top.appendingPathComponent("provider-configs/\(words[0]).yaml")
            let isKnown = FileManager.default.fileExists(atPath: config.path)
            #expect(isKnown || words[0] == "library/killed-at-each-operation", "\(line)")
            let rules = words[1].split(separator: ",").compactMap { Int($0) }
            #expect(words[1] == "-" || !rules.isEmpty && rules.allSatisfy { (1...8).contains($0) }, "\(line)")
        }
    }
}
