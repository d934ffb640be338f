import FUSE
import SystemIO

/// One folder with one file in it, whose reads may be held.
final class HelloFileSystem: FileSystem {
    static let text = "Hello, kernel\n"
    static let file = NodeID(rawValue: 2)
    var holdsReads = false
    private(set) var held: [HeldReply<Answers.Data>] = []
    private(set) var interrupted = 0
    private(set) var forgotten: UInt64 = 0
    private var listing = ListingBuffer()

    private func status(of node: NodeID) -> FileStatus {
        let time = FileStatus.Timestamp(seconds: 1_700_000_000)
        return node == .root
            ? FileStatus(kind: .directory, permissions: 0o755, inode: 1, size: 0, modified: time, linkCount: 2)
            : FileStatus(
                kind: .regular, permissions: 0o644, inode: 2, size: Int64(HelloFileSystem.text.utf8.count),
                modified: time)
    }

    func lookup(_ request: LookupRequest, _ reply: consuming EntryReply) {
        guard request.parent == .root, request.name == "hello" else { return reply.fail(.noSuchFile) }
        reply.found(Entry(node: HelloFileSystem.file, status: status(of: HelloFileSystem.file)))
    }

    func forget(_ node: NodeID, lookups: UInt64) { forgotten += lookups }

    func getAttributes(_ request: GetAttributesRequest, _ reply: consuming AttributesReply) {
        reply.attributes(status(of: request.node), timeout: .zero)
    }

    func open(_ request: OpenRequest, _ reply: consuming OpenReply) {
        _ = reply.opened(OpenedFile(handle: HandleID(rawValue: 7), options: .directIO))
    }

    func read(_ request: ReadRequest, _ reply: consuming DataReply) {
        if holdsReads {
            let box = HeldReply(reply)
            held.append(box)
            box.onInterrupt { [unowned self] in
                interrupted += 1
                box.take()?.fail(.interrupted)
            }
            return
        }
        let bytes = Array(HelloFileSystem.text.utf8.dropFirst(Int(request.offset)).prefix(request.size))
        answer(bytes, reply)
    }

    private func answer(_ bytes: [UInt8], _ reply: consuming DataReply) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        reply.data(UnsafeRawBufferPointer(buffer))
    }

    func openDirectory(_ request: OpenRequest, _ reply: consuming OpenReply) {
        _ = reply.opened(OpenedFile(handle: HandleID(rawValue: 8)))
    }

    func readDirectory(_ request: ListRequest, _ reply: consuming ListingReply) {
        list(request, plus: false, reply)
    }

    func readDirectoryPlus(_ request: ListRequest, _ reply: consuming ListingReply) {
        list(request, plus: true, reply)
    }

    private func list(_ request: ListRequest, plus: Bool, _ reply: consuming ListingReply) {
        listing.begin(size: request.size)
        let names: [(StaticString, NodeID, Bool)] = [
            (".", .root, false), ("..", .root, false), ("hello", HelloFileSystem.file, true),
        ]
        for (index, (name, node, counts)) in names.enumerated().dropFirst(Int(request.offset)) {
            let status = status(of: node)
            let bytes = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            let entry = plus && counts ? Entry(node: node, status: status) : nil
            let next = UInt64(index + 1)
            guard
                plus
                    ? listing.add(name: bytes, entry: entry, inode: status.inode, kind: status.kind, next: next)
                    : listing.add(name: bytes, inode: status.inode, kind: status.kind, next: next)
            else { break }
        }
        reply.entries(listing)
    }
}
