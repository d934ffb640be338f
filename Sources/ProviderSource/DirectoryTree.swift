import Glibc
import SystemIO

/// A real directory tree. Every object is opened by one name relative to its folder's descriptor and never through a
/// symbolic link, so that nothing leads out of the tree, and no path is longer than the system allows.
package final class DirectoryTree: Source {
    package let root: SourceNode
    /// Not `O_PATH`: opening by handle needs it.
    package let rootDescriptor: OwnedFileDescriptor
    /// What the tree is on, if it is mounted nowhere: the mount ends with this descriptor.
    private var mount: OwnedFileDescriptor?
    let pool: DescriptorPool
    let identity = ThreadIdentity()
    /// Whether objects can be opened by handle, which needs a capability.
    let opensByHandle: Bool

    /// - Parameters:
    ///   - root: the tree's directory.
    ///   - descriptorLimit: how many descriptors of the tree may be open for convenience's sake.
    /// - Throws: `Errno`: `ENOTDIR` for anything but a directory.
    package init(root: consuming OwnedFileDescriptor, descriptorLimit: Int = 2048) throws(Errno) {
        rootDescriptor = root
        pool = DescriptorPool(capacity: descriptorLimit)
        let status = try rootDescriptor.borrowed.status()
        guard status.isDirectory else { throw .notDirectory }
        self.root = SourceNode(root: status, pool: pool)
        opensByHandle = DirectoryTree.canOpenByHandle(rootDescriptor.borrowed)
    }

    /// - Throws: `Errno`.
    package convenience init(path: RawPath, descriptorLimit: Int = 2048) throws(Errno) {
        let root = try path.withCString { (path) throws(Errno) in
            try FileDescriptor.workingDirectory.open(path, [.directory])
        }
        try self.init(root: root, descriptorLimit: descriptorLimit)
    }

    package var isOnOverlay: Bool { rootDescriptor.borrowed.isOnOverlay }
    package var allowsSetUserIDAndDevices: Bool { rootDescriptor.borrowed.allowsSetUserIDAndDevices }

    func keep(_ mount: consuming OwnedFileDescriptor) {
        self.mount = consume mount
    }

    private static func canOpenByHandle(_ root: FileDescriptor) -> Bool {
        guard let handle = try? FileHandle(in: root) else { return false }
        return (try? handle.open(on: root, [.pathOnly])) != nil
    }

    /// The folder's descriptor (`O_PATH`), valid until the next use of the tree.
    /// - Throws: `Errno`: `ESTALE` if the folder isn't where it was.
    @inline(__always)
    func descriptor(of folder: SourceNode) throws(Errno) -> FileDescriptor {
        if let known = pool.descriptor(of: folder) { return known }
        if folder === root { return rootDescriptor.borrowed }
        return try openFolders(to: folder)
    }

    /// Opens the way to a folder from the nearest one that is open.
    private func openFolders(to folder: SourceNode) throws(Errno) -> FileDescriptor {
        var way = [folder]
        var start = rootDescriptor.borrowed
        while let parent = way.last?.parent, parent !== root {
            if let known = pool.descriptor(of: parent) {
                start = known
                break
            }
            way.append(parent)
        }
        for node in way.reversed() {
            start = pool.insert(try openAnew(node, in: start, .folder), for: node)
        }
        return start
    }

    /// Opens a node by its name in its folder, or by its handle, and makes sure that it is the same object.
    func openAnew(
        _ node: SourceNode, in folder: FileDescriptor, _ flags: OpenFlags
    ) throws(Errno) -> OwnedFileDescriptor {
        if node.parent != nil {
            do throws(Errno) {
                let opened = try retryingWithFewerDescriptors { () throws(Errno) in
                    try node.name.withCString { (name) throws(Errno) in
                        try folder.open(name, flags.union(.noFollow))
                    }
                }
                if SourceIdentity(try opened.borrowed.status()) == node.identity { return opened }
            } catch {
                // A name that is gone, or is now a link: the object may still be somewhere.
                guard [.noSuchFile, .notDirectory, Errno(rawValue: ELOOP)].contains(error) else { throw error }
            }
        }
        return try openByHandle(node, flags)
    }

    /// Opens a node that has no name (any more): again from a descriptor of its own, or by handle.
    func openByHandle(_ node: SourceNode, _ flags: OpenFlags) throws(Errno) -> OwnedFileDescriptor {
        if let own = pool.descriptor(of: node) {
            return flags == .pathOnly ? try own.duplicate() : try own.reopen(flags)
        }
        guard opensByHandle, let handle = node.handle, node.identity.device == root.identity.device else {
            throw .stale
        }
        return try retryingWithFewerDescriptors { () throws(Errno) in
            try handle.open(on: rootDescriptor.borrowed, flags)
        }
    }

    /// Before a name goes: what it named may live on, because it is open (then a descriptor of its own keeps it), or
    /// by other names.
    func keepReachable(
        _ node: SourceNode?, _ name: UnsafePointer<CChar>, in folder: FileDescriptor, hasOtherNames: Bool = true
    ) {
        guard let node else { return }
        // An object without another name and without an open file goes with its name.
        guard hasOtherNames || node.openCount > 0 || node.slot >= 0 else { return }
        if node.openCount > 0, node.slot < 0, let own = try? folder.open(name, [.pathOnly, .noFollow]) {
            pool.insert(own, for: node)
        }
        if node.slot >= 0 {
            node.isPinned = true
        } else if opensByHandle, node.handle == nil {
            node.handle = try? FileHandle(of: name, in: folder)
        }
    }

    /// Does something with the node's folder's descriptor and the node's name there; for a node without a name (the
    /// root, or one that lost it) with a descriptor of its own and an empty name.
    @inline(__always)
    func withPlace<Result: ~Copyable>(
        of node: SourceNode, _ body: (FileDescriptor, UnsafePointer<CChar>) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        guard let parent = node.parent else {
            if node === root { return try body(rootDescriptor.borrowed, emptyName) }
            if let own = pool.descriptor(of: node) { return try body(own, emptyName) }
            let own = try openByHandle(node, [.pathOnly])
            return try body(own.borrowed, emptyName)
        }
        let folder = try descriptor(of: parent)
        return try node.name.withCString { (name) throws(Errno) in try body(folder, name) }
    }

    func retryingWithFewerDescriptors<Result: ~Copyable>(
        _ body: () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            guard error == Errno(rawValue: EMFILE) else { throw error }
        }
        pool.evictHalf()
        return try body()
    }
}
