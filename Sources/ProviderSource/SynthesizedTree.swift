import Glibc
import SystemIO

/// A read-only tree that is computed: any number of files, no disk. The same shape gives the same bytes every time.
///
/// Inode numbers are positions: 1 is the root, then come the folders, then the files.
package final class SynthesizedTree: Source {
    package let root: SourceNode
    package let isOnOverlay = false
    package let allowsSetUserIDAndDevices = false
    let shape: SynthesizedShape
    let folderCount: Int
    private let time = FileStatus.Timestamp(seconds: 1_700_000_000)

    package init(_ shape: SynthesizedShape) {
        self.shape = shape
        folderCount = shape.fileCount > shape.fanout ? (shape.fileCount + shape.fanout - 1) / shape.fanout : 0
        root = SourceNode(
            root: SynthesizedTree.status(inode: 1, isFolder: true, size: 0, folders: folderCount, time), pool: nil)
    }

    private static func status(
        inode: UInt64, isFolder: Bool, size: Int64, folders: Int, _ time: FileStatus.Timestamp
    ) -> FileStatus {
        FileStatus(
            kind: isFolder ? .directory : .regular, permissions: isFolder ? 0o755 : 0o644, inode: inode, size: size,
            modified: time, linkCount: isFolder ? UInt32(clamping: 2 + folders) : 1)
    }

    private func status(inode: UInt64) -> FileStatus {
        let isFolder = inode <= UInt64(1 + folderCount)
        return SynthesizedTree.status(
            inode: inode, isFolder: isFolder, size: isFolder ? 0 : shape.fileSize,
            folders: inode == 1 ? folderCount : 0, time)
    }

    // MARK: Names

    func fileName(_ number: Int) -> String { "f\(number).\(shape.content == .pdf ? "pdf" : "bin")" }

    /// The numbers of the files in a folder.
    func files(in folder: SourceNode) -> Range<Int> {
        if folder === root { return 0..<(folderCount == 0 ? shape.fileCount : 0) }
        let index = Int(folder.identity.inode) - 2
        return index * shape.fanout..<min((index + 1) * shape.fanout, shape.fileCount)
    }

    func inode(ofFolder index: Int) -> UInt64 { UInt64(2 + index) }
    func inode(ofFile number: Int) -> UInt64 { UInt64(2 + folderCount + number) }

    package func lookup(_ name: FileName, in folder: SourceNode) throws(Errno) -> FileStatus {
        let text = name.string
        if folder === root, text.first == "d", let index = Int(text.dropFirst()), (0..<folderCount).contains(index),
            text == "d\(index)"
        {
            return status(inode: inode(ofFolder: index))
        }
        guard folder.isDirectory else { throw .notDirectory }
        guard text.first == "f", let number = Int(text.dropFirst().prefix { $0 != "." }),
            files(in: folder).contains(number), text == fileName(number)
        else { throw .noSuchFile }
        return status(inode: inode(ofFile: number))
    }

    package func lookup(
        listed name: UnsafeRawBufferPointer, in folder: SourceNode
    ) throws(Errno) -> FileStatus {
        try lookup(FileName(bytes: name), in: folder)
    }

    package func status(of node: SourceNode) throws(Errno) -> FileStatus { status(inode: node.identity.inode) }
    package func readLink(_ node: SourceNode) throws(Errno) -> [UInt8] { throw .invalidArgument }

    package func open(_ node: SourceNode, _ flags: OpenFlags) throws(Errno) -> SourceFile {
        guard !flags.writes, !flags.contains(.truncate) else { throw .readOnlyFileSystem }
        let number = Int(node.identity.inode) - 2 - folderCount
        return SynthesizedFile(
            node, flags, SynthesizedDocument(number: number, shape: shape), status(inode: node.identity.inode))
    }

    package func openDirectory(_ node: SourceNode) throws(Errno) -> any SourceListing {
        SynthesizedListing(self, node)
    }

    package func statistics(of node: SourceNode) throws(Errno) -> FileSystemStatistics {
        let blocks = UInt64(shape.fileCount) * UInt64((shape.fileSize + 4095) / 4096)
        return FileSystemStatistics(
            blocks: blocks, freeBlocks: 0, availableBlocks: 0, files: UInt64(1 + folderCount + shape.fileCount),
            freeFiles: 0, blockSize: 4096, fragmentSize: 4096, nameLength: 255)
    }

    package func extendedAttribute(
        _ attribute: FileName, of node: SourceNode, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        throw Errno(rawValue: ENODATA)
    }

    package func extendedAttributeNames(
        of node: SourceNode, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        0
    }
}

private final class SynthesizedFile: SourceFile {
    private let document: SynthesizedDocument
    private let ownStatus: FileStatus

    init(_ node: SourceNode, _ flags: OpenFlags, _ document: SynthesizedDocument, _ status: FileStatus) {
        self.document = document
        ownStatus = status
        super.init(node, flags, pool: nil)
    }

    override func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        document.read(into: buffer, at: offset)
    }

    override func status() throws(Errno) -> FileStatus { ownStatus }
}
