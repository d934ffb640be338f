import Foundation

public struct Scan: Codable, Sendable {
    public let id: String
    public let title: String
    public let path: String
    public let size: Int
}

/// The scans of the library view. Imports run in the background, so this is an actor.
public actor ScanLibrary {
    private let root: URL
    private let coordinationQueue = OperationQueue()

    public init(root: URL) throws {
        self.root = root
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("Scans", isDirectory: true), withIntermediateDirectories: true)
    }

    public var scans: [Scan] {
        get throws {
            let files = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
            return try files.filter { $0.pathExtension == "scan" }
                .map { try JSONDecoder().decode(Scan.self, from: Data(contentsOf: $0)) }
        }
    }

    /// Adds a document that came from the picker, from a drag or from the share sheet: not all of them have a scope.
    public func importScan(at url: URL) async throws -> Scan {
        let isAccessing = url.startAccessingSecurityScopedResource()
        defer {
            if isAccessing { url.stopAccessingSecurityScopedResource() }
        }

        let data = try await read(url)
        guard !data.isEmpty else { throw CocoaError(.fileReadCorruptFile) }

        let id = UUID().uuidString
        let path = "Scans/\(id).\(url.pathExtension)"
        try data.write(to: root.appendingPathComponent(path), options: .atomic)
        let scan = Scan(id: id, title: url.lastPathComponent, path: path, size: data.count)
        try JSONEncoder().encode(scan).write(to: root.appendingPathComponent("\(id).scan"), options: .atomic)
        return scan
    }

    private func read(_ url: URL) async throws -> Data {
        let intent = NSFileAccessIntent.readingIntent(with: url, options: .withoutChanges)
        let queue = coordinationQueue
        return try await withCheckedThrowingContinuation { continuation in
            NSFileCoordinator().coordinate(with: [intent], queue: queue) { error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(with: Result { try Data(contentsOf: intent.url) })
                }
            }
        }
    }

    /// Removes files that no scan refers to, at launch.
    public func removeOrphans() throws {
        let known = Set(try scans.map(\.path))
        let folder = root.appendingPathComponent("Scans")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where !known.contains("Scans/\(name)") {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }
}
