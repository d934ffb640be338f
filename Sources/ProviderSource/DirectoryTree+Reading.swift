import Glibc
import SystemIO

extension DirectoryTree {
    package func lookup(_ name: FileName, in folder: SourceNode) throws(Errno) -> FileStatus {
        let descriptor = try descriptor(of: folder)
        return try name.withCString { (name) throws(Errno) in try descriptor.status(of: name) }
    }

    package func lookup(
        listed name: UnsafeRawBufferPointer, in folder: SourceNode
    ) throws(Errno) -> FileStatus {
        try descriptor(of: folder).status(of: name.baseAddress!.assumingMemoryBound(to: CChar.self))
    }

    package func status(of node: SourceNode) throws(Errno) -> FileStatus {
        if node === root { return try rootDescriptor.borrowed.status() }
        if node.isDirectory { return try descriptor(of: node).status() }
        if let parent = node.parent {
            let folder = try descriptor(of: parent)
            let found = try? node.name.withCString { (name) throws(Errno) in try folder.status(of: name) }
            if let found, SourceIdentity(found) == node.identity { return found }
        }
        if let own = pool.descriptor(of: node) { return try own.status() }
        // Bound to a name, because a temporary one would be closed before it is asked.
        let own = try openByHandle(node, [.pathOnly])
        return try own.borrowed.status()
    }

    package func readLink(_ node: SourceNode) throws(Errno) -> [UInt8] {
        try withPlace(of: node) { (folder, name) throws(Errno) in try folder.readLink(name) }
    }

    package func open(_ node: SourceNode, _ flags: OpenFlags) throws(Errno) -> SourceFile {
        let descriptor = try openDescriptor(node, flags)
        let file = DirectoryTreeFile(self, node, flags)
        pool.insert(descriptor, for: file)
        return file
    }

    /// Opens a file for a caller's flags, or again.
    ///
    /// `O_APPEND` is left out, since the kernel gives every write its offset, and a page that comes back from a
    /// mapping must not be appended; but what may only grow (chattr +a) is opened so or not at all. `O_DIRECT` is left out, since its alignment concerns the caller's buffer, not
    /// ours. `O_NONBLOCK` keeps an open from waiting for a writer if the file has become a FIFO meanwhile.
    func openDescriptor(_ node: SourceNode, _ flags: OpenFlags) throws(Errno) -> OwnedFileDescriptor {
        let own = flags.subtracting(.ofTheCallersOwn).union(.nonBlocking)
        do throws(Errno) {
            return try openDescriptor(node, exactly: own)
        } catch {
            guard error == .notPermitted, flags.contains(.append) else { throw error }
        }
        return try openDescriptor(node, exactly: own.union(.append))
    }

    private func openDescriptor(_ node: SourceNode, exactly flags: OpenFlags) throws(Errno) -> OwnedFileDescriptor {
        guard let parent = node.parent else { return try openByHandle(node, flags) }
        return try openAnew(node, in: try descriptor(of: parent), flags)
    }

    package func openDirectory(_ node: SourceNode) throws(Errno) -> any SourceListing {
        if node === root { return DirectoryListing(try rootDescriptor.borrowed.open(".", [.directory])) }
        let folder = try descriptor(of: node)
        return DirectoryListing(
            try retryingWithFewerDescriptors { () throws(Errno) in try folder.open(".", [.directory]) })
    }

    package func statistics(of node: SourceNode) throws(Errno) -> FileSystemStatistics {
        guard !node.isDirectory, let parent = node.parent else {
            return try descriptor(of: node).fileSystemStatistics()
        }
        return try descriptor(of: parent).fileSystemStatistics()
    }

    package func extendedAttribute(
        _ attribute: FileName, of node: SourceNode, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        try withPlace(of: node) { (folder, name) throws(Errno) in
            try attribute.withCString { (attribute) throws(Errno) in
                try folder.extendedAttribute(attribute, of: name, into: buffer)
            }
        }
    }

    package func extendedAttributeNames(
        of node: SourceNode, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        try withPlace(of: node) { (folder, name) throws(Errno) in
            try folder.extendedAttributeNames(of: name, into: buffer)
        }
    }
}

/// An open file of a real tree. Its descriptor may be closed while it isn't used.
final class DirectoryTreeFile: SourceFile {
    private unowned let tree: DirectoryTree

    init(_ tree: DirectoryTree, _ node: SourceNode, _ flags: OpenFlags) {
        self.tree = tree
        super.init(node, flags, pool: tree.pool)
        // Permissions may have changed since; who can't open by handle keeps what is open.
        isPinned = !tree.opensByHandle
    }

    override func descriptor() throws(Errno) -> FileDescriptor? {
        if let known = tree.pool.descriptor(of: self) { return known }
        return tree.pool.insert(try tree.openDescriptor(node, flags.subtracting(.truncate)), for: self)
    }
}

/// An open folder of a real tree.
private final class DirectoryListing: SourceListing {
    private var reader: DirectoryReader

    init(_ descriptor: consuming OwnedFileDescriptor) {
        reader = DirectoryReader(descriptor)
    }

    func seek(to position: UInt64) throws(Errno) { try reader.seek(to: position) }
    func peek() throws(Errno) -> DirectoryReader.Entry? { try reader.peek() }
    func advance() { reader.advance() }
    var descriptor: FileDescriptor? { reader.descriptor.borrowed }
}

extension OpenFlags {
    /// Flags of a caller's open that a descriptor of the source doesn't get.
    static let ofTheCallersOwn: OpenFlags = [.append, .direct, .create, .exclusive, .noFollow]
    /// The same for an open that makes the file.
    static let ofTheMakersOwn: OpenFlags = [.append, .direct]
    static let making: OpenFlags = [.create, .noFollow, .nonBlocking]
    static let folder: OpenFlags = [.pathOnly, .directory]
}
