import ControlProtocol
import Glibc
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

    static func source(_ word: [UInt8]) -> any ImportSource {
        if let url = PickedURL(String(decoding: word, as: UTF8.self)) { return PlainFileSource(path: url.path) }
        return PlainFileSource(path: word)
    }
}
