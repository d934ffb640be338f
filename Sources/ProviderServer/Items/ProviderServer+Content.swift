import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    /// The bytes that an open file gives at an offset, with all that rules do to them.
    func content(
        of file: OpenFile, at offset: Int64, count: Int, lenses: [ContentLens]
    ) throws(Errno) -> [UInt8] {
        let node = file.node
        let sourceSize = try file.source?.status().size ?? 0
        let replaced: ReplacedContent?
        let truncatedAt: Int64?
        switch file.content {
        case .ofItem: (replaced, truncatedAt) = (items[node]?.content, items[node]?.truncatedAt)
        case .kept(let content, let end): (replaced, truncatedAt) = (content, end)
        }
        let extra = itemExtras[node]
        let all = (extra?.lenses ?? []) + file.lenses + lenses
        var end = replaced?.size(ofSource: sourceSize) ?? sourceSize
        if let growth = extra?.growth { end = visibleSize(of: end, growing: growth) }
        if let truncatedAt { end = min(end, truncatedAt) }
        for lens in all { end = lens.end(of: end) }
        guard offset < end else { return [] }
        let wanted = Int(min(Int64(count), end - offset))
        var bytes = try raw(replaced, of: file, sourceSize: sourceSize, at: offset, count: wanted)
        for lens in all { lens.apply(to: &bytes, at: offset, source: SourceVersions()) }
        return bytes
    }

    private func raw(
        _ content: ReplacedContent?, of file: OpenFile, sourceSize: Int64, at offset: Int64, count: Int
    ) throws(Errno) -> [UInt8] {
        switch content {
        case nil, .prefix: return try bytes(of: file.source, at: offset, count: count)
        case .sourceThen(let suffix):
            var result: [UInt8] = []
            if offset < sourceSize {
                result = try bytes(of: file.source, at: offset, count: Int(min(Int64(count), sourceSize - offset)))
            }
            let start = max(0, offset - sourceSize)
            let rest = count - result.count
            if rest > 0, start < suffix.count { result += suffix[Int(start)...].prefix(rest) }
            return result
        case .bytes(let bytes): return Array(bytes[Int(offset)...].prefix(count))
        case .garbage(let seed, _):
            return (0..<count).map { ReplacedContent.garbageByte(seed: seed, at: offset + Int64($0)) }
        case .item(let other, _):
            if file.standIn?.item != other { file.standIn = try standIn(other) }
            return try bytes(of: file.standIn?.file, at: offset, count: count)
        case .directory: throw .isDirectory
        }
    }

    func bytes(of file: SourceFile?, at offset: Int64, count: Int) throws(Errno) -> [UInt8] {
        guard let file else { throw .stale }
        var failure: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(Errno) {
                initialized = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// What is open keeps the bytes that it was opened on, as after a rename over the file.
    func keepOpenContent(of node: NodeID) {
        let item = item(node)
        for file in openFiles.all where file.node == node {
            if case .ofItem = file.content {
                file.content = .kept(item.content, truncatedAt: item.truncatedAt)
            }
        }
    }

    /// SHA-256 of an item's present version, for files that can be read in a moment.
    func digest(of node: NodeID) -> String? { wholeContent(of: node).map(Digest.sha256) }

    /// The bytes of an item's present version; nil where there are more than can be read in a moment, 64 MiB.
    func wholeContent(of node: NodeID) -> [UInt8]? {
        let size = contentSize(of: node)
        guard size <= 64 << 20, let place = nodes.source(of: node) else { return nil }
        guard let source = try? source.open(place, .readOnly) else { return nil }
        let file = OpenFile(node: node, flags: .readOnly, source: source, openedBy: 0)
        return try? raw(items[node]?.content, of: file, sourceSize: sourceSize(of: node), at: 0, count: Int(size))
    }
}
