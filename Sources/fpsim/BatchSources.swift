import ImportCore
import Importer

/// The documents of a batch, found one by one as they are asked for.
final class BatchSources {
    private var words: ArraySlice<[UInt8]>
    private let asCopy: Bool
    private let recursive: Bool
    /// The library that the documents are for.
    private let library: DocumentLibrary
    /// Whether documents that it has are left out.
    private let resumes: Bool
    /// What is looked for there: documents, or references.
    private let state: LibraryEntry.State
    private var walk: FolderWalk?
    private var found = 0
    private(set) var leftOut = 0
    private(set) var failures: [ImportFailure] = []
    /// Symbolic links that were found in folders.
    private(set) var links = 0

    init(
        _ words: [[UInt8]], for library: DocumentLibrary, asCopy: Bool, recursive: Bool, resumes: Bool,
        as state: LibraryEntry.State = .available
    ) {
        self.words = words[...]
        self.asCopy = asCopy
        self.recursive = recursive
        self.library = library
        self.resumes = resumes
        self.state = state
    }

    /// The next document, or nil at the end.
    func next(_ line: ImportProgressLine? = nil) -> (any ImportSource)? {
        while let word = nextWord() {
            if isInLibrary(word) {
                leftOut += 1
                continue
            }
            found += 1
            line?.found(found + (walk == nil ? words.count : 0), isAll: walk == nil && !recursive)
            return ImportSources.source(word, asCopy: asCopy)
        }
        line?.found(found, isAll: true)
        return nil
    }

    private func nextWord() -> [UInt8]? {
        while true {
            if let path = walk?.next() { return path }
            failures += walk?.failures ?? []
            links += walk?.links ?? 0
            walk = nil
            guard let word = words.popFirst() else { return nil }
            if let failure = ImportSources.objection(to: word) {
                failures.append(failure)
                continue
            }
            let path = ImportSources.absolute(word)
            guard recursive, !DocumentPackage.isNamed(by: path), ItemLook(at: path)?.isFolder == true else {
                return word
            }
            walk = FolderWalk(path: path, for: library)
        }
    }

    private func isInLibrary(_ word: [UInt8]) -> Bool {
        let path = ImportSources.absolute(word)
        guard resumes, let look = ItemLook(at: path) else { return false }
        let origin = DisplayName(bytes: path).text
        return (try? library.holds(origin: origin, size: look.size, modified: look.modified, as: state)) ?? false
    }
}
