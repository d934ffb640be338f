import SystemIO

// Nothing can be written.
extension SynthesizedTree {
    package func create(
        _ name: FileName, in folder: SourceNode, _ flags: OpenFlags, permissions: UInt32, by maker: Maker,
        node: (FileStatus) -> SourceNode
    ) throws(Errno) -> (file: SourceFile, status: FileStatus) {
        throw .readOnlyFileSystem
    }

    package func createTemporary(
        in folder: SourceNode, _ flags: OpenFlags, permissions: UInt32, by maker: Maker,
        node: (FileStatus) -> SourceNode
    ) throws(Errno) -> (file: SourceFile, status: FileStatus) {
        throw .readOnlyFileSystem
    }

    package func clearSetID(_ file: SourceFile) throws(Errno) {
        throw .readOnlyFileSystem
    }

    package func makeNode(
        _ name: FileName, in folder: SourceNode, mode: UInt32, device: UInt64, by maker: Maker
    ) throws(Errno) -> FileStatus {
        throw .readOnlyFileSystem
    }

    package func makeDirectory(
        _ name: FileName, in folder: SourceNode, permissions: UInt32, by maker: Maker
    ) throws(Errno) -> FileStatus {
        throw .readOnlyFileSystem
    }

    package func makeSymbolicLink(
        _ name: FileName, in folder: SourceNode, to target: FileName, by maker: Maker
    ) throws(Errno) -> FileStatus {
        throw .readOnlyFileSystem
    }

    package func link(
        _ node: SourceNode, as name: FileName, in folder: SourceNode
    ) throws(Errno) -> FileStatus {
        throw .readOnlyFileSystem
    }

    package func unlink(
        _ name: FileName, in folder: SourceNode, _ node: SourceNode?, hasOtherNames: Bool
    ) throws(Errno) {
        throw .readOnlyFileSystem
    }

    package func removeDirectory(_ name: FileName, in folder: SourceNode, _ node: SourceNode?) throws(Errno) {
        throw .readOnlyFileSystem
    }

    package func rename(
        _ name: FileName, in folder: SourceNode, _ node: SourceNode?, to newName: FileName,
        in newFolder: SourceNode, replacing replaced: SourceNode?, flags: RenameFlags
    ) throws(Errno) {
        throw .readOnlyFileSystem
    }

    package func change(
        _ node: SourceNode, _ file: SourceFile?, _ changes: AttributeChanges
    ) throws(Errno) -> FileStatus {
        throw .readOnlyFileSystem
    }

    package func setExtendedAttribute(
        _ attribute: FileName, of node: SourceNode, to value: [UInt8], flags: CInt
    ) throws(Errno) {
        throw .readOnlyFileSystem
    }

    package func removeExtendedAttribute(_ attribute: FileName, of node: SourceNode) throws(Errno) {
        throw .readOnlyFileSystem
    }
}
