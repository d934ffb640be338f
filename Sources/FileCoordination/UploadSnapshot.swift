#if os(Linux)
import ControlProtocol
import Foundation

/// The private copy that a reader for uploading gets (file-access-semantics b7). A folder becomes a zip file.
struct UploadSnapshot {
    let url: URL

    static func take(of items: [RequestedItem], at urls: [URL]) throws(ControlFailure) -> [UploadSnapshot?] {
        var result: [UploadSnapshot?] = []
        for (item, url) in zip(items, urls) {
            result.append(item.options.contains(.forUploading) ? try UploadSnapshot(of: url) : nil)
        }
        return result
    }

    private init(of original: URL) throws(ControlFailure) {
        do {
            let folder = try TemporaryFolder.make(named: "upload")
            var isDirectory: ObjCBool = false
            if FileManager.default.fileExists(atPath: original.path, isDirectory: &isDirectory),
                isDirectory.boolValue
            {
                url = folder.appendingPathComponent(original.lastPathComponent + ".zip")
                try ZipFile.write(folder: original, to: url)
            } else {
                url = folder.appendingPathComponent(original.lastPathComponent)
                try FileCopy.copy(original, to: url)
            }
        } catch {
            throw AccessError.failure(for: error)
        }
    }

    /// What the accessor moved away or opened lives on.
    func remove() {
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }
}
#endif
