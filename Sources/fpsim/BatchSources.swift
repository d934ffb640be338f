import ImportCore
import Importer
import SystemIO

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
            guard recursive, Self.status(word)?.isDirectory == true else { return word }
            walk = FolderWalk(path: ImportSources.absolute(word))
        }
    }

    private func isInLibrary(_ word: [UInt8]) -> Bool {
        guard let library, let status = Self.status(word) else { return false }
        let modified = status.modified.seconds * 1_000_000_000 + Int64(status.modified.nanoseconds)
        let origin = DisplayName(bytes: ImportSources.absolute(word)).text
        return (try? library.holds(origin: origin, size: status.size, modified: modified, as: state)) ?? false
    }

    private static func status(_ path: [UInt8]) -> FileStatus? {
        FileName(bytes: path).withCString { path in
            try? FileDescriptor.workingDirectory.status(of: path, followLink: true)
        }
    }
}
