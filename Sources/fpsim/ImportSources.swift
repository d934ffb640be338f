import ControlProtocol
import FileCoordination
import Foundation
import ImportCore
import Importer

/// What the words after `import` stand for.
enum ImportSources {
    /// The words' bytes as they were typed: a name that isn't UTF-8 has been repaired in a `String`, and would not be
    /// found.
    static func bytes(of words: [String]) -> [[UInt8]] {
        var typed: [String: [[UInt8]]] = [:]
        for index in (1..<Int(CommandLine.argc)).reversed() {
            guard let word = CommandLine.unsafeArgv[index] else { continue }
            let bytes = Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            typed[String(decoding: bytes, as: UTF8.self), default: []].append(bytes)
        }
        return words.map { typed[$0]?.popLast() ?? Array($0.utf8) }
    }

    /// A URL is taken as the picker gave it. A path on a mount is picked first, as the document picker would; any
    /// other path is a file that needs neither scope nor coordination.
    static func source(_ word: [UInt8]) -> any ImportSource {
        let text = String(decoding: word, as: UTF8.self)
        if let url = PickedURL(text) {
            guard let mount = ProviderMount.locate(url.path)?.mount, let link = URL(string: url.text) else {
                return PlainFileSource(path: url.path)
            }
            return CoordinatedSource(url: link, provider: String(decoding: mount.mountpoint, as: UTF8.self))
        }
        let path = absolute(word)
        guard let located = ProviderMount.locate(path), let url = URL(string: PickedURL(path: path, token: nil).text)
        else { return PlainFileSource(path: word) }
        // What can't be picked is imported without a scope, and fails where it is opened, with the reason.
        let picked = (try? DocumentPicker.pick(url)) ?? url
        return CoordinatedSource(url: picked, provider: String(decoding: located.mount.mountpoint, as: UTF8.self))
    }

    private static func absolute(_ path: [UInt8]) -> [UInt8] {
        if path.first == UInt8(ascii: "/") { return path }
        guard let name = getcwd(nil, 0) else { return path }
        defer { free(name) }
        return Array(UnsafeRawBufferPointer(start: name, count: strlen(name))) + [UInt8(ascii: "/")] + path
    }
}
