import SystemIO

/// The tree beneath a mount. No fault ever modifies it; what callers write goes through to it.
///
/// Objects are addressed by nodes, which hold no descriptor. `lookup` gives an object's status; who has no node for
/// its identity yet makes one from that. Everything here belongs to one thread.
package protocol Source: AnyObject {
    var root: SourceNode { get }
    /// Whether the tree is on an overlayfs: passthrough to it is one step deeper.
    var isOnOverlay: Bool { get }
    /// Whether set-user-ID bits and device nodes mean something there.
    var allowsSetUserIDAndDevices: Bool { get }

    // MARK: Reading

    /// What a name in a folder is.
    /// - Throws: `Errno`: `ENOENT` if there is none.
    func lookup(_ name: FileName, in folder: SourceNode) throws(Errno) -> FileStatus
    /// The same for a name as a listing gives it, with a NUL behind it.
    func lookup(listed name: UnsafeRawBufferPointer, in folder: SourceNode) throws(Errno) -> FileStatus
    /// - Throws: `Errno`: `ESTALE` if the object can't be found again.
    func status(of node: SourceNode) throws(Errno) -> FileStatus
    func readLink(_ node: SourceNode) throws(Errno) -> [UInt8]
    func open(_ node: SourceNode, _ flags: OpenFlags) throws(Errno) -> SourceFile
    func openDirectory(_ node: SourceNode) throws(Errno) -> any SourceListing
    func statistics(of node: SourceNode) throws(Errno) -> FileSystemStatistics
    /// The value's size; the value as well if `buffer` isn't empty.
    /// - Throws: `Errno`: `ENODATA`, `ERANGE`.
    func extendedAttribute(
        _ attribute: FileName, of node: SourceNode, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int
    /// The size of the names, each with a NUL behind it; the names as well if `buffer` isn't empty.
    /// - Throws: `Errno`: `ERANGE`.
    func extendedAttributeNames(
        of node: SourceNode, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int

    // MARK: Writing

    /// Opens a file, and makes it if it isn't there and `flags` don't forbid it.
    /// - Parameter node: gives the object's node once it is there.
    func create(
        _ name: FileName, in folder: SourceNode, _ flags: OpenFlags, permissions: UInt32, by maker: Maker,
        node: (FileStatus) -> SourceNode
    ) throws(Errno) -> (file: SourceFile, status: FileStatus)
    /// A file without a name (O_TMPFILE), which `link` may give one.
    func createTemporary(
        in folder: SourceNode, _ flags: OpenFlags, permissions: UInt32, by maker: Maker,
        node: (FileStatus) -> SourceNode
    ) throws(Errno) -> (file: SourceFile, status: FileStatus)
    func makeNode(
        _ name: FileName, in folder: SourceNode, mode: UInt32, device: UInt64, by maker: Maker
    ) throws(Errno) -> FileStatus
    func makeDirectory(
        _ name: FileName, in folder: SourceNode, permissions: UInt32, by maker: Maker
    ) throws(Errno) -> FileStatus
    func makeSymbolicLink(
        _ name: FileName, in folder: SourceNode, to target: FileName, by maker: Maker
    ) throws(Errno) -> FileStatus
    func link(_ node: SourceNode, as name: FileName, in folder: SourceNode) throws(Errno) -> FileStatus
    /// - Parameter node: the name's node if there is one, which then stays reachable while it is open or has other
    ///   names.
    /// - Parameter hasOtherNames: whether the object has other hard links; true if that isn't known.
    func unlink(_ name: FileName, in folder: SourceNode, _ node: SourceNode?, hasOtherNames: Bool) throws(Errno)
    func removeDirectory(_ name: FileName, in folder: SourceNode, _ node: SourceNode?) throws(Errno)
    /// Renames, and moves the node along.
    /// - Parameters:
    ///   - node: the name's node if there is one.
    ///   - replaced: the new name's node so far if there is one.
    func rename(
        _ name: FileName, in folder: SourceNode, _ node: SourceNode?, to newName: FileName,
        in newFolder: SourceNode, replacing replaced: SourceNode?, flags: RenameFlags
    ) throws(Errno)
    /// Makes all changes, in the order mode, owner, size, times.
    /// - Parameter file: an open file of the node, if the caller named one.
    func change(_ node: SourceNode, _ file: SourceFile?, _ changes: AttributeChanges) throws(Errno) -> FileStatus
    /// What a write by somebody without the capability does: takes set-user-ID and set-group-ID bits away.
    func clearSetID(_ file: SourceFile) throws(Errno)
    func setExtendedAttribute(
        _ attribute: FileName, of node: SourceNode, to value: [UInt8], flags: CInt
    ) throws(Errno)
    func removeExtendedAttribute(_ attribute: FileName, of node: SourceNode) throws(Errno)
}

/// Who makes an object, and what bits the maker wants left out.
package struct Maker: Sendable {
    package var userID: UInt32
    package var groupID: UInt32
    package var umask: UInt32

    package init(userID: UInt32, groupID: UInt32, umask: UInt32) {
        self.userID = userID
        self.groupID = groupID
        self.umask = umask
    }
}

/// What is to change of an object; nil stays.
package struct AttributeChanges: Sendable {
    package var permissions: UInt32?
    package var userID: UInt32?
    package var groupID: UInt32?
    package var size: Int64?
    package var accessed = FileDescriptor.TimeChange.keep
    package var modified = FileDescriptor.TimeChange.keep
    /// A change of size takes set-user-ID and set-group-ID bits away.
    package var clearsSetID = false

    package init() {}

    var isEmpty: Bool {
        permissions == nil && userID == nil && groupID == nil && size == nil && accessed == .keep && modified == .keep
    }
}
