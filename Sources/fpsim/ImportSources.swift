import ControlProtocol
import FoundationEssentials
import Glibc
import ImportCore
import Importer

/// What the words after `import` stand for.
enum ImportSources {
    /// A URL that was picked is used as it is. A path on a mount is picked first, as a person picks it; an ordinary
    /// file needs no picker.
    static func source(_ word: [UInt8], asCopy: Bool = false) -> any ImportSource {
        let text = String(decoding: word, as: UTF8.self)
        if let picked = PickedURL(text) {
            guard let mount = ProviderMount.locate(picked.path)?.mount, let url = URL(string: picked.text) else {
                return PlainFileSource(path: picked.path)
            }
            return CoordinatedSource(url: url, provider: DisplayName(bytes: mount.mountpoint).text)
        }
        let path = absolute(word)
        if asCopy || ProviderMount.locate(path) != nil { return PickedSource(path: path, asCopy: asCopy) }
        return PlainFileSource(path: path)
    }

    /// Why a word can't be a source at all, or nil.
    static func objection(to word: [UInt8]) -> ImportFailure? {
        let text = String(decoding: word, as: UTF8.self)
        guard let colon = text.range(of: "://"), text[..<colon.lowerBound].allSatisfy({ $0.isASCII && $0.isLetter }),
            text[..<colon.lowerBound].lowercased() != "file"
        else { return nil }
        return ImportFailure(
            document: DisplayName(bytes: word), phase: .authorize,
            problem: ImportProblem(
                .notAFile, "it is an address of the web, and what is imported is a file: download it first"))
    }

    static func absolute(_ path: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        guard path.first != slash, let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder))) + [slash] + path
    }
}
