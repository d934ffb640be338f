import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

/// Fills one answer to readdir: the source's names without those that the overlay hides or rules omit, then the
/// overlay's own names, then names that aren't there at all.
struct ListingFiller {
    /// Positions of names that the source doesn't have; no file system's own are that large.
    private static let ownPositions: UInt64 = 1 << 63

    private let server: ProviderServer
    private let directory: OpenDirectory
    private let request: ListRequest
    private let withEntries: Bool
    private let asksRules: Bool
    private(set) var count = 0

    init(_ server: ProviderServer, _ directory: OpenDirectory, _ request: ListRequest, withEntries: Bool) {
        self.server = server
        self.directory = directory
        self.request = request
        self.withEntries = withEntries
        asksRules = server.ruledOperations.contains(.listEntry) && !server.isLifted
    }

    private var limit: Int { directory.pages?.fault.entries ?? .max }

    mutating func fill(_ buffer: inout ListingBuffer) throws(Errno) {
        buffer.begin(size: request.size)
        if request.offset == 0 {
            directory.additions = server.overlay.additions(in: request.node).map { (FileName(bytes: $0.name), $0.node) }
        }
        if request.offset < ListingFiller.ownPositions, let listing = directory.source {
            try listing.seek(to: request.offset)
            while let entry = try listing.peek() {
                guard count < limit, try add(entry, to: &buffer) else { return }
                listing.advance()
            }
        }
        addOwnNames(to: &buffer)
    }

    // MARK: The source's names

    /// - Returns: false if there is no room for it.
    private mutating func add(
        _ entry: DirectoryReader.Entry, to buffer: inout ListingBuffer
    ) throws(Errno) -> Bool {
        if isDots(entry.name) {
            return put(entry.name, nil, inode: entry.inode, kind: .directory, next: entry.next, to: &buffer)
        }
        let masked = !server.overlay.isEmpty && server.overlay.masks(Array(entry.name), in: request.node)
        if masked { return true }
        guard asksRules || withEntries else {
            return put(entry.name, nil, inode: entry.inode, kind: entry.kind, next: entry.next, to: &buffer)
        }
        let name = FileName(bytes: entry.name)
        let listed = asksRules ? server.asListed(name, in: request.node, request.caller) : .asItIs
        switch listed {
        case .omitted: return true
        case .asItIs: return put(name, entry, to: &buffer)
        case .twice: return put(name, entry, to: &buffer) && put(name, entry, to: &buffer)
        case .stub(let stub): return put(stub, entry, to: &buffer)
        }
    }

    private mutating func put(
        _ name: FileName, _ entry: DirectoryReader.Entry, to buffer: inout ListingBuffer
    ) -> Bool {
        guard !withEntries || buffer.fits(nameCount: name.count) else { return false }
        let found = withEntries ? try? server.entry(of: name, in: request.node, request.caller) : nil
        return put(name, found, inode: entry.inode, kind: entry.kind, next: entry.next, to: &buffer)
    }

    // MARK: Names of the mount's own

    private mutating func addOwnNames(to buffer: inout ListingBuffer) {
        let own = directory.additions.map { ($0.name, NodeID?.some($0.node)) } + directory.phantoms.map { ($0, nil) }
        let start = request.offset >= ListingFiller.ownPositions ? Int(request.offset - ListingFiller.ownPositions) : 0
        guard start < own.count else { return }
        for (index, (name, node)) in own[start...].enumerated() {
            guard count < limit else { return }
            let next = ListingFiller.ownPositions + UInt64(start + index + 1)
            let inode = node.map { server.nodes.identifier(of: $0).rawValue >> 1 } ?? 1 << 40
            let kind = node.map { server.nodes.kind(of: $0) } ?? .regular
            var entry: Entry?
            if withEntries, node != nil {
                guard buffer.fits(nameCount: name.count) else { return }
                entry = try? server.entry(of: name, in: request.node, request.caller)
            }
            guard put(name, entry, inode: inode, kind: kind, next: next, to: &buffer) else { return }
        }
    }

    // MARK: One entry

    private mutating func put(
        _ name: FileName, _ entry: Entry?, inode: UInt64, kind: FileStatus.Kind?, next: UInt64,
        to buffer: inout ListingBuffer
    ) -> Bool {
        let bytes = Array(name.bytes)
        return bytes.withUnsafeBytes { put($0, entry, inode: inode, kind: kind, next: next, to: &buffer) }
    }

    private mutating func put(
        _ name: UnsafeRawBufferPointer, _ entry: Entry?, inode: UInt64, kind: FileStatus.Kind?, next: UInt64,
        to buffer: inout ListingBuffer
    ) -> Bool {
        let added =
            withEntries
            ? buffer.add(name: name, entry: entry, inode: inode, kind: kind, next: next)
            : buffer.add(name: name, inode: inode, kind: kind, next: next)
        guard added else { return false }
        count += 1
        if let entry { server.nodes.countLookup(entry.node) }
        return true
    }

    private func isDots(_ name: UnsafeRawBufferPointer) -> Bool {
        (name.count == 1 || name.count == 2) && name.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}

/// How rules have an item appear in its folder's listing.
enum ListedAs {
    case asItIs
    case omitted
    case twice
    case stub(FileName)
}

extension ProviderServer {
    func asListed(_ name: FileName, in folder: NodeID, _ caller: Caller) -> ListedAs {
        let subject = subject(name, in: folder)
        guard subject.candidates.operations.contains(.listEntry) else { return .asItIs }
        var call = Call(.listEntry, folder, name: name, threadID: caller.threadID)
        call.length = nil
        var known = subject
        known.node = find(name, in: folder)
        if let node = known.node { known.item = nodes.identifier(of: node) }
        var listed = ListedAs.asItIs
        for fired in decide(call, known, processes.process(ofThread: caller.threadID)) {
            switch fired.fault {
            case .omitFromListing(let fault):
                if isStillOmitted(known.node, fired.rule, fault) { return .omitted }
            case .listTwice: listed = .twice
            case .placeholder:
                if let node = known.node, !item(node).isMaterialized { return .stub(.placeholder(for: name)) }
            default: break
            }
        }
        return listed
    }

    private func isStillOmitted(_ node: NodeID?, _ rule: String, _ fault: OmitFromListing) -> Bool {
        guard let node else { return true }
        var since = now
        extra(node) { extra in
            since = extra.omittedSince[rule] ?? now
            extra.omittedSince[rule] = since
        }
        return now < fault.hold.end(from: since)
    }
}

extension FileName {
    /// What a file is called as long as only its placeholder is here.
    static func placeholder(for name: FileName) -> FileName { FileName(".\(name.string).icloud") }

    /// The file whose placeholder has this name, or nil.
    var placeheldName: FileName? {
        let text = string
        guard text.hasPrefix("."), text.hasSuffix(".icloud"), text.count > 8 else { return nil }
        return FileName(String(text.dropFirst().dropLast(7)))
    }
}
