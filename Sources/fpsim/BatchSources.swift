import ImportCore
import Importer

/// The documents of a batch, found one by one as they are asked for.
final class BatchSources {
    private var words: ArraySlice<[UInt8]>
    private let asCopy: Bool
    private let recursive: Bool
    /// The library whose documents are left out, when a batch is resumed.
    private let library: DocumentLibrary?
    /// What is looked for there: documents, or references.
    private let state: LibraryEntry.State
    private var walk: FolderWalk?
    private var found = 0
    private(set) var leftOut = 0
    private(set) var failures: [ImportFailure] = []

    init(
        _ words: [[UInt8]], asCopy: Bool, recursive: Bool, leavingOut library: DocumentLibrary?,
        as state: LibraryEntry.State = .available
    ) {
        self.words = words[...]
        self.asCopy = asCopy
        self.recursive = recursive
        self.library = library
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
            walk = nil
            guard let word = words.popFirst() else { return nil }
            if let failure = ImportSources.objection(to: word) {
                failures.append(failure)
                continue
            }
            guard recursive, ItemLook(at: ImportSources.absolute(word))?.isFolder == true else { return word }
            walk = FolderWalk(path: ImportSources.absolute(word))
        }
    }

    private func isInLibrary(_ word: [UInt8]) -> Bool {
        let path = ImportSources.absolute(word)
        guard let library, let look = ItemLook(at: path) else { return false }
        let origin = DisplayName(bytes: path).text
        return (try? library.holds(origin: origin, size: look.size, modified: look.modified, as: state)) ?? false
    }
}
