import Glibc
import SystemIO

extension DirectoryTree {
    @inline(__always)
    private func perform<Result: ~Copyable>(
        as maker: Maker, _ body: () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        try identity.perform(userID: maker.userID, groupID: maker.groupID, umask: maker.umask, body)
    }

    package func create(
        _ name: FileName, in folder: SourceNode, _ flags: OpenFlags, permissions: UInt32, by maker: Maker,
        node: (FileStatus) -> SourceNode
    ) throws(Errno) -> (file: SourceFile, status: FileStatus) {
        let descriptor = try descriptor(of: folder)
        let own = flags.subtracting(.ofTheMakersOwn).union(.making)
        let opened = try retryingWithFewerDescriptors { () throws(Errno) in
            try perform(as: maker) { () throws(Errno) in
                try name.withCString { (name) throws(Errno) in
                    try descriptor.open(name, own, permissions: permissions)
                }
            }
        }
        let status = try opened.borrowed.status()
        let file = DirectoryTreeFile(self, node(status), flags)
        pool.insert(opened, for: file)
        return (file, status)
    }

    package func createTemporary(
        in folder: SourceNode, _ flags: OpenFlags, permissions: UInt32, by maker: Maker,
        node: (FileStatus) -> SourceNode
    ) throws(Errno) -> (file: SourceFile, status: FileStatus) {
        let descriptor = try descriptor(of: folder)
        let own = flags.subtracting([.append, .direct, .create]).union(.temporary)
        let opened = try retryingWithFewerDescriptors { () throws(Errno) in
            try perform(as: maker) { () throws(Errno) in
                try descriptor.open(".", own, permissions: permissions)
            }
        }
        let status = try opened.borrowed.status()
        let node = node(status)
        node.parent = nil
        pool.insert(try opened.borrowed.reopen(.pathOnly), for: node)
        node.isPinned = true
        let file = DirectoryTreeFile(self, node, flags.subtracting(.temporary))
        pool.insert(opened, for: file)
        return (file, status)
    }

    package func makeNode(
        _ name: FileName, in folder: SourceNode, mode: UInt32, device: UInt64, by maker: Maker
    ) throws(Errno) -> FileStatus {
        try make(name, in: folder, by: maker) { (descriptor, name) throws(Errno) in
            try descriptor.makeNode(name, mode: mode, device: device)
        }
    }

    package func makeDirectory(
        _ name: FileName, in folder: SourceNode, permissions: UInt32, by maker: Maker
    ) throws(Errno) -> FileStatus {
        try make(name, in: folder, by: maker) { (descriptor, name) throws(Errno) in
            try descriptor.makeDirectory(name, permissions: permissions)
        }
    }

    package func makeSymbolicLink(
        _ name: FileName, in folder: SourceNode, to target: FileName, by maker: Maker
    ) throws(Errno) -> FileStatus {
        try make(name, in: folder, by: maker) { (descriptor, name) throws(Errno) in
            try target.withCString { (target) throws(Errno) in
                try descriptor.makeSymbolicLink(name, to: target)
            }
        }
    }

    private func make(
        _ name: FileName, in folder: SourceNode, by maker: Maker,
        _ body: (FileDescriptor, UnsafePointer<CChar>) throws(Errno) -> Void
    ) throws(Errno) -> FileStatus {
        let descriptor = try descriptor(of: folder)
        return try name.withCString { (name) throws(Errno) in
            try perform(as: maker) { () throws(Errno) in try body(descriptor, name) }
            return try descriptor.status(of: name)
        }
    }

    package func link(
        _ node: SourceNode, as name: FileName, in folder: SourceNode
    ) throws(Errno) -> FileStatus {
        // The object itself, so that a name that changed meanwhile doesn't link another; its folder may be closed
        // when the other's is opened.
        let object = try openPath(node)
        let descriptor = try descriptor(of: folder)
        return try name.withCString { (name) throws(Errno) in
            try object.borrowed.link(in: descriptor, as: name)
            return try descriptor.status(of: name)
        }
    }

    /// An `O_PATH` descriptor of the node's own.
    private func openPath(_ node: SourceNode) throws(Errno) -> OwnedFileDescriptor {
        guard let parent = node.parent else {
            if node === root { return try rootDescriptor.borrowed.open(".", [.pathOnly]) }
            return try openByHandle(node, [.pathOnly])
        }
        return try openAnew(node, in: try descriptor(of: parent), [.pathOnly])
    }

    package func unlink(
        _ name: FileName, in folder: SourceNode, _ node: SourceNode?, hasOtherNames: Bool
    ) throws(Errno) {
        let descriptor = try descriptor(of: folder)
        try folder.pinned { () throws(Errno) in
            try name.withCString { (cName) throws(Errno) in
                keepReachable(node, cName, in: descriptor, hasOtherNames: hasOtherNames)
                try descriptor.unlink(cName)
            }
        }
        loseName(node, name, folder)
    }

    package func removeDirectory(
        _ name: FileName, in folder: SourceNode, _ node: SourceNode?
    ) throws(Errno) {
        let descriptor = try descriptor(of: folder)
        try folder.pinned { () throws(Errno) in
            try name.withCString { (cName) throws(Errno) in
                keepReachable(node, cName, in: descriptor, hasOtherNames: false)
                try descriptor.removeDirectory(cName)
            }
        }
        loseName(node, name, folder)
    }

    package func rename(
        _ name: FileName, in folder: SourceNode, _ node: SourceNode?, to newName: FileName,
        in newFolder: SourceNode, replacing replaced: SourceNode?, flags: RenameFlags
    ) throws(Errno) {
        let from = try descriptor(of: folder)
        try folder.pinned { () throws(Errno) in
            let to = try descriptor(of: newFolder)
            try newFolder.pinned { () throws(Errno) in
                try name.withCString { (name) throws(Errno) in
                    try newName.withCString { (newName) throws(Errno) in
                        if !flags.contains(.exchange) { keepReachable(replaced, newName, in: to) }
                        try from.rename(name, to: to, newName, flags: flags)
                    }
                }
            }
        }
        if flags.contains(.exchange) {
            replaced?.found(as: name, in: folder)
        } else if replaced !== node {
            loseName(replaced, newName, newFolder)
        }
        node?.found(as: newName, in: newFolder)
    }

    private func loseName(_ node: SourceNode?, _ name: FileName, _ folder: SourceNode) {
        guard let node else { return }
        // Known by another name: it needs nothing of its own then.
        guard node.parent === folder, node.name == name else {
            node.isPinned = false
            return
        }
        node.parent = nil
    }

    package func change(
        _ node: SourceNode, _ file: SourceFile?, _ changes: AttributeChanges
    ) throws(Errno) -> FileStatus {
        if let descriptor = try file?.descriptor() {
            try DirectoryTree.change(descriptor, changes, writable: file?.flags.writes == true)
            return try descriptor.status()
        }
        let object = try openPath(node)
        try DirectoryTree.change(object.borrowed, changes, writable: false)
        return try object.borrowed.status()
    }

    package func clearSetID(_ file: SourceFile) throws(Errno) {
        guard let descriptor = try file.descriptor() else { return }
        try DirectoryTree.clearSetID("/proc/self/fd/\(descriptor.rawValue)", try descriptor.status())
    }

    private static func clearSetID(_ own: String, _ status: FileStatus) throws(Errno) {
        // Without execution by the group, the set-group-ID bit means mandatory locking and stays.
        let group: UInt32 = status.mode & S_IXGRP != 0 ? S_ISGID : 0
        let cleared = status.permissions & ~(S_ISUID | group)
        if cleared != status.permissions { try SystemCall.retrying { chmod(own, cleared) } }
    }

    /// Through `/proc` where the system call doesn't take an `O_PATH` descriptor.
    private static func change(
        _ object: FileDescriptor, _ changes: AttributeChanges, writable: Bool
    ) throws(Errno) {
        let own = "/proc/self/fd/\(object.rawValue)"
        // A change of nothing is how the kernel passes on a chown to the owner that a file has: set-ID bits go.
        if changes.isEmpty { return try object.changeOwner(userID: nil, groupID: nil) }
        if let permissions = changes.permissions {
            try SystemCall.retrying { chmod(own, permissions) }
        }
        if changes.userID != nil || changes.groupID != nil {
            try object.changeOwner(userID: changes.userID, groupID: changes.groupID)
        }
        if let size = changes.size {
            if writable {
                try object.truncate(to: size)
            } else {
                try SystemCall.retrying { Glibc.truncate(own, off_t(size)) }
            }
            if changes.clearsSetID { try clearSetID(own, try object.status()) }
        }
        if changes.accessed != .keep || changes.modified != .keep {
            try object.setTimes(accessed: changes.accessed, modified: changes.modified)
        }
    }

    package func setExtendedAttribute(
        _ attribute: FileName, of node: SourceNode, to value: [UInt8], flags: CInt
    ) throws(Errno) {
        try withPlace(of: node) { (folder, name) throws(Errno) in
            try attribute.withCString { (attribute) throws(Errno) in
                try folder.setExtendedAttribute(attribute, of: name, to: value, flags: flags)
            }
        }
    }

    package func removeExtendedAttribute(_ attribute: FileName, of node: SourceNode) throws(Errno) {
        try withPlace(of: node) { (folder, name) throws(Errno) in
            try attribute.withCString { (attribute) throws(Errno) in
                try folder.removeExtendedAttribute(attribute, of: name)
            }
        }
    }
}
