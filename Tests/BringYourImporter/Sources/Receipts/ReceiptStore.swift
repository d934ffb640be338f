import FileCoordination

public struct Receipt: Codable, Identifiable {
    public let id: UUID
    public let name: String
    public let fileName: String
}

/// Receipts in the app's documents folder, with an index file.
public final class ReceiptStore {
    private let folder: URL
    private var indexURL: URL { folder.appendingPathComponent("receipts.json") }

    public init(folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    public func receipts() throws -> [Receipt] {
        guard FileManager.default.fileExists(atPath: indexURL.path) else { return [] }
        return try JSONDecoder().decode([Receipt].self, from: Data(contentsOf: indexURL))
    }

    func fileURL(for id: UUID, pathExtension: String) -> URL {
        folder.appendingPathComponent(id.uuidString).appendingPathExtension(pathExtension)
    }

    func add(_ receipt: Receipt) throws {
        let all = try receipts() + [receipt]
        try JSONEncoder().encode(all).write(to: indexURL, options: .atomic)
    }
}
