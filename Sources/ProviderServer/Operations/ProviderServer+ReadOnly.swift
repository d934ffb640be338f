import FUSE
import SystemIO

// What changes the tree: refused until the mount can write.
extension ProviderServer {
    package func makeNode(_ request: MakeNodeRequest, _ reply: consuming EntryReply) { reply.fail(.readOnlyFileSystem) }
    package func makeDirectory(_ request: MakeDirectoryRequest, _ reply: consuming EntryReply) {
        reply.fail(.readOnlyFileSystem)
    }
    package func unlink(_ request: RemoveRequest, _ reply: consuming DoneReply) { reply.fail(.readOnlyFileSystem) }
    package func removeDirectory(_ request: RemoveRequest, _ reply: consuming DoneReply) {
        reply.fail(.readOnlyFileSystem)
    }
    package func makeSymbolicLink(_ request: SymbolicLinkRequest, _ reply: consuming EntryReply) {
        reply.fail(.readOnlyFileSystem)
    }
    package func rename(_ request: RenameRequest, _ reply: consuming DoneReply) { reply.fail(.readOnlyFileSystem) }
    package func link(_ request: LinkRequest, _ reply: consuming EntryReply) { reply.fail(.readOnlyFileSystem) }
    package func create(_ request: CreateRequest, _ reply: consuming CreateReply) { reply.fail(.readOnlyFileSystem) }
    package func setAttributes(_ request: SetAttributesRequest, _ reply: consuming AttributesReply) {
        reply.fail(.readOnlyFileSystem)
    }
    package func setExtendedAttribute(_ request: SetExtendedAttributeRequest, _ reply: consuming DoneReply) {
        reply.fail(.readOnlyFileSystem)
    }
    package func removeExtendedAttribute(_ request: RemoveExtendedAttributeRequest, _ reply: consuming DoneReply) {
        reply.fail(.readOnlyFileSystem)
    }

    /// Files that were opened for passthrough: they stay native until they are closed.
    var nativeFileCount: Int { openFiles.all.count { $0.backing != nil } }
}
