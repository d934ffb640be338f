import SystemIO

/// What makes an object of the source the same whatever it is called: two hard links have one identity.
package struct SourceIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
    }
}

/// An object of the source, as long as somebody knows it: a name in a folder that is a node as well. It takes no
/// descriptor; the folder's may be in the pool.
package final class SourceNode: PooledDescriptor {
    package let identity: SourceIdentity
    package let isDirectory: Bool
    /// Nil for the root, and for an object whose last known name is gone.
    package internal(set) var parent: SourceNode?
    /// The name by which it was found last.
    package internal(set) var name: FileName
    /// Finds the object without a name, for one that lost its name.
    var handle: FileHandle?
    /// How many files are open on it.
    var openCount: Int32 = 0

    /// - Parameter status: what `lookup` gave for the name.
    package init(_ status: FileStatus, name: FileName, in parent: SourceNode?) {
        identity = SourceIdentity(status)
        isDirectory = status.isDirectory
        self.name = name
        self.parent = parent
        super.init(pool: parent?.pool)
    }

    /// The root of a source.
    init(root status: FileStatus, pool: DescriptorPool?) {
        identity = SourceIdentity(status)
        isDirectory = true
        name = ""
        super.init(pool: pool)
    }

    /// Found again under this name: the one to use from now on.
    package func found(as name: FileName, in parent: SourceNode) {
        self.name = name
        self.parent = parent
    }
}
