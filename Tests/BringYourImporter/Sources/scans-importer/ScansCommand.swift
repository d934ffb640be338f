import Foundation
import Scans

/// `import --library DIR SOURCE`, `list --library DIR` and `recover --library DIR`, as fpsim calls an importer.
@main struct ScansCommand {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst().filter { $0 != "--library" && $0 != "--cancel" }
        guard let verb = words.first, words.count >= 2 else { exit(64) }
        let library = try ScanLibrary(root: URL(fileURLWithPath: Array(words)[1]))
        do {
            switch verb {
            case "import":
                // The user who cancels picks nothing.
                if CommandLine.arguments.contains("--cancel") { exit(1) }
                guard let url = URL(string: words.last!) else { exit(64) }
                printEntry(try await library.importScan(at: url))
            case "list":
                for scan in try await library.scans { printEntry(scan) }
            default:
                try await library.removeOrphans()
            }
        } catch {
            FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    private static func printEntry(_ scan: Scan) {
        let entry = ["id": scan.id, "state": "available", "path": scan.path, "displayName": scan.title]
        guard let line = try? JSONEncoder().encode(entry) else { return }
        print(String(decoding: line, as: UTF8.self))
    }
}
