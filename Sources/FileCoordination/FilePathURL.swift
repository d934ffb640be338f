#if os(Linux)
import ControlProtocol
import Foundation

/// The file URL of a path whatever its bytes, where Foundation's takes a string.
package enum FilePathURL {
    /// - Parameter path: absolute, or relative to the working directory.
    package static func url(of path: [UInt8]) -> URL {
        var absolute = path
        if path.first != UInt8(ascii: "/") {
            absolute = Array(FileManager.default.currentDirectoryPath.utf8) + [UInt8(ascii: "/")] + path
        }
        return url(absolute: absolute, typed: path)
    }

    /// A file in a folder.
    static func url(of folder: [UInt8], name: [UInt8]) -> URL {
        let path = folder + [UInt8(ascii: "/")] + name
        return url(absolute: path, typed: path)
    }

    /// The last name of a file URL's path.
    static func name(of url: URL) -> [UInt8] {
        guard let path = PickedURL(url.absoluteURL.absoluteString)?.path,
            let name = path.split(separator: UInt8(ascii: "/")).last
        else { return Array(url.lastPathComponent.utf8) }
        return Array(name)
    }

    private static func url(absolute: [UInt8], typed path: [UInt8]) -> URL {
        // Of a path on a mount the provider isn't asked, which may be the one that doesn't answer.
        if let item = ProviderMount.locate(absolute) {
            let picked = PickedURL(path: item.mount.absolutePath(of: item.path), token: nil)
            if let url = URL(string: picked.text) { return url }
        }
        let text = String(decoding: absolute, as: UTF8.self)
        // What is UTF-8 is for Foundation, which knows what the path leads to.
        if Array(text.utf8) == absolute { return URL(fileURLWithPath: String(decoding: path, as: UTF8.self)) }
        return URL(string: PickedURL(path: absolute, token: nil).text) ?? URL(fileURLWithPath: text)
    }
}
#endif
