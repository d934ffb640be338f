import SystemIO

/// An open folder of a synthesized tree: `.`, `..`, then folders, then files. A position is the entry's index.
final class SynthesizedListing: SourceListing {
    private let tree: SynthesizedTree
    private let folder: SourceNode
    private let folders: Int
    private let files: Range<Int>
    private var position = 0
    /// The current entry's name, with a NUL behind it.
    private let name = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)

    init(_ tree: SynthesizedTree, _ folder: SourceNode) {
        self.tree = tree
        self.folder = folder
        folders = folder === tree.root ? tree.folderCount : 0
        files = tree.files(in: folder)
    }

    deinit {
        name.deallocate()
    }

    func seek(to position: UInt64) throws(Errno) {
        self.position = Int(clamping: position)
    }

    func peek() throws(Errno) -> DirectoryReader.Entry? {
        switch position {
        case 0: return entry(".", folder.identity.inode, .directory)
        case 1: return entry("..", folder.parent?.identity.inode ?? 1, .directory)
        case 2..<(2 + folders):
            return entry("d\(position - 2)", tree.inode(ofFolder: position - 2), .directory)
        case (2 + folders)..<(2 + folders + files.count):
            let number = files.lowerBound + position - 2 - folders
            return entry(tree.fileName(number), tree.inode(ofFile: number), .regular)
        default: return nil
        }
    }

    func advance() {
        position += 1
    }

    var descriptor: FileDescriptor? { nil }

    private func entry(_ text: String, _ inode: UInt64, _ kind: FileStatus.Kind) -> DirectoryReader.Entry {
        name.copyBytes(from: text.utf8)
        name[text.utf8.count] = 0
        return DirectoryReader.Entry(
            name: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(name)[..<text.utf8.count]), inode: inode,
            kind: kind, next: UInt64(position + 1))
    }
}
