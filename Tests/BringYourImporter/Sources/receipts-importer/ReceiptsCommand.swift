import Foundation
import Receipts

/// `import --library DIR SOURCE`, `list --library DIR` and `recover --library DIR`, as fpsim calls an importer.
@main struct ReceiptsCommand {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst().filter { $0 != "--library" && $0 != "--cancel" }
        guard let verb = words.first, words.count >= 2 else { exit(64) }
        let store = try ReceiptStore(folder: URL(fileURLWithPath: Array(words)[1]))
        do {
            switch verb {
            case "import":
                // The user who cancels picks nothing.
                if CommandLine.arguments.contains("--cancel") { exit(1) }
                guard let url = URL(string: words.last!) else { exit(64) }
                printEntry(try ReceiptImporter(store: store).importReceipt(from: url))
            case "list":
                for receipt in try store.receipts() { printEntry(receipt) }
            default:
                break
            }
        } catch {
            FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    private static func printEntry(_ receipt: Receipt) {
        let entry = [
            "id": receipt.id.uuidString, "state": "available", "path": receipt.fileName, "displayName": receipt.name,
        ]
        guard let line = try? JSONEncoder().encode(entry) else { return }
        print(String(decoding: line, as: UTF8.self))
    }
}
