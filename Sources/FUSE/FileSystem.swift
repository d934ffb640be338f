import SystemIO

/// What a session asks. Every call comes on the loop's thread and must not block it: what takes time keeps the reply
/// (see `HeldReply`) and answers later. An operation that isn't implemented answers ENOSYS, which makes the kernel do
/// without it.
package protocol FileSystem: AnyObject {
    // Names
    func lookup(_ request: LookupRequest, _ reply: consuming EntryReply)
    /// The kernel gives back so many of the lookups that entries counted.
    func forget(_ node: NodeID, lookups: UInt64)
    func makeNode(_ request: MakeNodeRequest, _ reply: consuming EntryReply)
    func makeDirectory(_ request: MakeDirectoryRequest, _ reply: consuming EntryReply)
    func unlink(_ request: RemoveRequest, _ reply: consuming DoneReply)
    func removeDirectory(_ request: RemoveRequest, _ reply: consuming DoneReply)
    func makeSymbolicLink(_ request: SymbolicLinkRequest, _ reply: consuming EntryReply)
    func rename(_ request: RenameRequest, _ reply: consuming DoneReply)
    func link(_ request: LinkRequest, _ reply: consuming EntryReply)
    func create(_ request: CreateRequest, _ reply: consuming CreateReply)

    // Objects
    func getAttributes(_ request: GetAttributesRequest, _ reply: consuming AttributesReply)
    func setAttributes(_ request: SetAttributesRequest, _ reply: consuming AttributesReply)
    func readLink(_ request: NodeRequest, _ reply: consuming LinkReply)
    func access(_ request: AccessRequest, _ reply: consuming DoneReply)
    func statistics(_ request: NodeRequest, _ reply: consuming StatisticsReply)
    func setExtendedAttribute(_ request: SetExtendedAttributeRequest, _ reply: consuming DoneReply)
    func getExtendedAttribute(_ request: GetExtendedAttributeRequest, _ reply: consuming ExtendedAttributeReply)
    func listExtendedAttributes(_ request: ListExtendedAttributesRequest, _ reply: consuming ExtendedAttributeReply)
    func removeExtendedAttribute(_ request: RemoveExtendedAttributeRequest, _ reply: consuming DoneReply)

    // Open files
    func open(_ request: OpenRequest, _ reply: consuming OpenReply)
    func read(_ request: ReadRequest, _ reply: consuming DataReply)
    func write(_ request: WriteRequest, _ payload: consuming WritePayload, _ reply: consuming CountReply)
    func flush(_ request: HandleRequest, _ reply: consuming DoneReply)
    /// No caller waits for this answer.
    func release(_ request: HandleRequest, _ reply: consuming DoneReply)
    func synchronize(_ request: SynchronizeRequest, _ reply: consuming DoneReply)
    func allocate(_ request: AllocateRequest, _ reply: consuming DoneReply)
    func seek(_ request: SeekRequest, _ reply: consuming PositionReply)
    func copyRange(_ request: CopyRangeRequest, _ reply: consuming CountReply)
    /// ioctl(2), also of an open directory.
    func ioctl(_ request: IoctlRequest, _ reply: consuming IoctlReply)

    // Open directories
    func openDirectory(_ request: OpenRequest, _ reply: consuming OpenReply)
    func readDirectory(_ request: ListRequest, _ reply: consuming ListingReply)
    func readDirectoryPlus(_ request: ListRequest, _ reply: consuming ListingReply)
    func releaseDirectory(_ request: HandleRequest, _ reply: consuming DoneReply)
    func synchronizeDirectory(_ request: SynchronizeRequest, _ reply: consuming DoneReply)

    /// The connection is gone: the mount was taken away, or aborted.
    func connectionEnded()
}

extension FileSystem {
    package func forget(_ node: NodeID, lookups: UInt64) {}
    package func makeNode(_ request: MakeNodeRequest, _ reply: consuming EntryReply) { reply.fail(.noSystemCall) }
    package func makeDirectory(_ request: MakeDirectoryRequest, _ reply: consuming EntryReply) {
        reply.fail(.noSystemCall)
    }
    package func unlink(_ request: RemoveRequest, _ reply: consuming DoneReply) { reply.fail(.noSystemCall) }
    package func removeDirectory(_ request: RemoveRequest, _ reply: consuming DoneReply) {
        reply.fail(.noSystemCall)
    }
    package func makeSymbolicLink(_ request: SymbolicLinkRequest, _ reply: consuming EntryReply) {
        reply.fail(.noSystemCall)
    }
    package func rename(_ request: RenameRequest, _ reply: consuming DoneReply) { reply.fail(.noSystemCall) }
    package func link(_ request: LinkRequest, _ reply: consuming EntryReply) { reply.fail(.noSystemCall) }
    package func create(_ request: CreateRequest, _ reply: consuming CreateReply) { reply.fail(.noSystemCall) }

    package func setAttributes(_ request: SetAttributesRequest, _ reply: consuming AttributesReply) {
        reply.fail(.noSystemCall)
    }
    package func readLink(_ request: NodeRequest, _ reply: consuming LinkReply) { reply.fail(.noSystemCall) }
    package func access(_ request: AccessRequest, _ reply: consuming DoneReply) { reply.fail(.noSystemCall) }
    package func statistics(_ request: NodeRequest, _ reply: consuming StatisticsReply) {
        reply.fail(.noSystemCall)
    }
    package func setExtendedAttribute(_ request: SetExtendedAttributeRequest, _ reply: consuming DoneReply) {
        reply.fail(.noSystemCall)
    }
    package func getExtendedAttribute(
        _ request: GetExtendedAttributeRequest, _ reply: consuming ExtendedAttributeReply
    ) {
        reply.fail(.noSystemCall)
    }
    package func listExtendedAttributes(
        _ request: ListExtendedAttributesRequest, _ reply: consuming ExtendedAttributeReply
    ) {
        reply.fail(.noSystemCall)
    }
    package func removeExtendedAttribute(_ request: RemoveExtendedAttributeRequest, _ reply: consuming DoneReply) {
        reply.fail(.noSystemCall)
    }

    package func write(
        _ request: WriteRequest, _ payload: consuming WritePayload, _ reply: consuming CountReply
    ) {
        reply.fail(.noSystemCall)
    }
    package func flush(_ request: HandleRequest, _ reply: consuming DoneReply) { reply.fail(.noSystemCall) }
    package func release(_ request: HandleRequest, _ reply: consuming DoneReply) { reply.done() }
    package func synchronize(_ request: SynchronizeRequest, _ reply: consuming DoneReply) {
        reply.fail(.noSystemCall)
    }
    package func allocate(_ request: AllocateRequest, _ reply: consuming DoneReply) { reply.fail(.noSystemCall) }
    package func seek(_ request: SeekRequest, _ reply: consuming PositionReply) { reply.fail(.noSystemCall) }
    package func copyRange(_ request: CopyRangeRequest, _ reply: consuming CountReply) { reply.fail(.noSystemCall) }
    package func ioctl(_ request: IoctlRequest, _ reply: consuming IoctlReply) { reply.fail(.noSystemCall) }

    package func releaseDirectory(_ request: HandleRequest, _ reply: consuming DoneReply) { reply.done() }
    package func synchronizeDirectory(_ request: SynchronizeRequest, _ reply: consuming DoneReply) {
        reply.fail(.noSystemCall)
    }
    package func connectionEnded() {}
}
