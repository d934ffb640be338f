import FUSE
import ProviderSource
import SystemIO

/// What callers changed and didn't make durable, so that a power cut can take it back: kept only while a rule may do
/// that. Bytes become durable by fsync of their file, names by fsync of their folder; a rename is one change, durable
/// with either folder.
///
/// That is as strict as POSIX allows. A journalling file system often keeps more, never less.
final class UnsyncedLog {
    enum Change {
        /// These bytes were here, and the file had this size.
        case bytes(NodeID, offset: Int64, old: [UInt8], oldSize: Int64)
        case made(SourcePlace, isFolder: Bool, in: NodeID)
        /// What had the name: its bytes can still be read through the open file.
        case removed(RemovedFile, from: SourcePlace, in: NodeID)
        case removedFolder(SourcePlace, FileStatus, in: NodeID)
        case renamed(from: SourcePlace, to: SourcePlace, replaced: RemovedFile?, RenameRequest)
    }

    struct RemovedFile {
        let status: FileStatus
        /// nil for what isn't a regular file, and comes back without its bytes.
        let file: SourceFile?
        let target: [UInt8]?
    }

    private(set) var changes: [Change] = []
    private let source: any Source
    private let place: (NodeID) -> SourceNode?

    /// - Parameter place: where a node is in the source.
    init(_ source: any Source, place: @escaping (NodeID) -> SourceNode?) {
        self.source = source
        self.place = place
    }

    /// Everything since the last fsync, newest first. The log is empty afterwards.
    func takeAll() -> [Change] {
        defer { changes = [] }
        return changes.reversed()
    }

    // MARK: What callers do

    func willWrite(_ node: NodeID, at offset: Int64, count: Int64) throws(Errno) {
        guard let place = place(node), !place.isDirectory else { return }
        let size = try source.status(of: place).size
        var old: [UInt8] = []
        if offset < size, count > 0 {
            old = try source.open(place, .readOnly).bytes(at: offset, count: Int(min(count, size - offset)))
        }
        changes.append(.bytes(node, offset: offset, old: old, oldSize: size))
    }

    func made(_ place: SourcePlace, isFolder: Bool, in folder: NodeID) {
        changes.append(.made(place, isFolder: isFolder, in: folder))
    }

    func willRemove(_ object: NamedObject, in folder: NodeID) throws(Errno) {
        changes.append(.removed(try removed(object), from: object.place, in: folder))
    }

    func removedFolder(_ object: NamedObject, in folder: NodeID) {
        changes.append(.removedFolder(object.place, object.status, in: folder))
    }

    func willRename(
        _ object: NamedObject, _ replaced: NamedObject?, to target: SourcePlace, _ request: RenameRequest
    ) throws(Errno) {
        var gone: RemovedFile?
        if let replaced, !request.flags.contains(.exchange) { gone = try removed(replaced) }
        changes.append(.renamed(from: object.place, to: target, replaced: gone, request))
    }

    private func removed(_ object: NamedObject) throws(Errno) -> RemovedFile {
        let node =
            object.node.flatMap(place) ?? SourceNode(object.status, name: object.place.name, in: object.place.folder)
        return RemovedFile(
            status: object.status, file: object.status.isRegular ? try source.open(node, .readOnly) : nil,
            target: object.status.isSymbolicLink ? try source.readLink(node) : nil)
    }

    // MARK: What becomes durable

    /// fsync of a file or a folder.
    func synchronized(_ node: NodeID) {
        changes.removeAll { change in
            switch change {
            case .bytes(let file, _, _, _): file == node
            case .made(_, _, let folder), .removed(_, _, let folder), .removedFolder(_, _, let folder):
                folder == node
            case .renamed(_, _, _, let request): request.parent == node || request.newParent == node
            }
        }
    }
}

extension SourceFile {
    /// Bytes at an offset, fewer at the end.
    func bytes(at offset: Int64, count: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(Errno) in
            try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
        bytes.removeLast(count - found)
        return bytes
    }
}
