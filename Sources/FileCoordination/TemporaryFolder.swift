#if os(Linux)
import Foundation

/// Folders of this process's own below the temporary folder.
enum TemporaryFolder {
    static func make(named name: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fpsim-\(name)-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder
    }
}
#endif
