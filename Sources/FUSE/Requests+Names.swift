import SystemIO

/// A name is looked up.
package struct LookupRequest: Sendable {
    package let caller: Caller
    package let parent: NodeID
    package let name: FileName
}

package struct MakeNodeRequest: Sendable {
    package let caller: Caller
    package let parent: NodeID
    package let name: FileName
    package let mode: UInt32
    package let device: UInt64
}

package struct MakeDirectoryRequest: Sendable {
    package let caller: Caller
    package let parent: NodeID
    package let name: FileName
    package let permissions: UInt32
}

/// unlink(2) or rmdir(2).
package struct RemoveRequest: Sendable {
    package let caller: Caller
    package let parent: NodeID
    package let name: FileName
}

package struct SymbolicLinkRequest: Sendable {
    package let caller: Caller
    package let parent: NodeID
    package let name: FileName
    package let target: FileName
}

package struct RenameRequest: Sendable {
    package let caller: Caller
    package let parent: NodeID
    package let name: FileName
    package let newParent: NodeID
    package let newName: FileName
    package let flags: RenameFlags
}

package struct LinkRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let newParent: NodeID
    package let newName: FileName
}

package struct CreateRequest: Sendable {
    package let caller: Caller
    package let parent: NodeID
    package let name: FileName
    /// Before the caller's umask.
    package let permissions: UInt32
    package let flags: OpenFlags
    /// O_TMPFILE: a file in the folder that has no name (yet); `name` means nothing then.
    package let isTemporary: Bool
}
