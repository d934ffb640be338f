import AccessClaims
import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

/// Every object that the kernel or the provider knows by number, without a descriptor for any: a million of them are
/// some tens of bytes each, and their names.
///
/// A node's parent and name say where it is on the mount; its source place says where its bytes are. They part ways
/// when a rule moves it.
struct NodeTable {
    private struct Record {
        var name: FileName
        var identifier: UInt64
        /// nil for a folder that only the overlay has.
        var source: SourceNode?
        var parent: UInt32
        var lookups: UInt32 = 0
        /// One more than the position in `candidateSets`; 0: not asked yet.
        var candidates: UInt32 = 0
        var kind: FileStatus.Kind
        var childMatches = ChildMatches.unknown
        /// Stays known when the kernel forgets it: the model has something to say about it.
        var isPinned = false
        /// A rule moved it: where the source has it says nothing about its place on the mount.
        var isRelocated = false
        var isInUse = true
    }

    /// Whether rules may match what is right in a folder.
    private enum ChildMatches: UInt8 { case unknown, possible, none }

    /// Places 0 and 1 are never handed out: the kernel's numbers begin at 1, which is the root.
    private var records: [Record]
    private var free: [UInt32] = []
    private var identifiesAtOnce = false
    /// Grows whenever a number's path or identifier may have changed: what was made of them before is void.
    private(set) var namesVersion: UInt64 = 0
    private var bySource: [SourceIdentity: UInt32] = [:]
    private var candidateSets: [FaultEngine.Candidates] = []
    private var candidatePlaces: [FaultEngine.Candidates: UInt32] = [:]
    /// Where there are no candidates, which is so for most nodes: what `candidates` of a record says then; 0: not known.
    private var noCandidates: UInt32 = 0

    init(root source: SourceNode) {
        let root = Record(
            name: "", identifier: ItemIdentifier(firstPath: "").rawValue, source: source, parent: 1, lookups: 1,
            kind: .directory, isPinned: true)
        records = [root, root]
        bySource[source.identity] = 1
    }

    var count: Int { records.count - 1 - free.count }

    // MARK: Coming and going

    /// The node of what the source has under a name: the one that is known for the object, or a new one.
    mutating func node(for status: FileStatus, name: FileName, in folder: NodeID) -> NodeID {
        let place = place(folder)
        if let known = bySource[SourceIdentity(status)] {
            let record = records[Int(known)]
            if !record.isRelocated, record.parent != UInt32(place) || record.name != name {
                // Another hard link, or renamed behind our back: it is found here from now on.
                settleBeforeMoving(Int(known))
                if let parent = records[place].source { record.source?.found(as: name, in: parent) }
                records[Int(known)].name = name
                records[Int(known)].parent = UInt32(place)
                forgetCandidates(Int(known))
            }
            return NodeID(rawValue: UInt64(known))
        }
        let source = SourceNode(status, name: name, in: records[place].source)
        let new = add(
            Record(
                name: name, identifier: 0, source: source, parent: UInt32(place), kind: status.kind ?? .regular))
        bySource[source.identity] = new
        return NodeID(rawValue: UInt64(new))
    }

    /// The node that is known for an object of the source, or nil.
    func node(for status: FileStatus) -> NodeID? {
        bySource[SourceIdentity(status)].map { NodeID(rawValue: UInt64($0)) }
    }

    /// A folder that only the overlay had is in the source now.
    mutating func attach(_ source: SourceNode, to node: NodeID) {
        records[place(node)].source = source
        bySource[source.identity] = UInt32(place(node))
    }

    /// The object has lost its last name in the source, and another may get its inode number.
    mutating func sourceIsGone(_ node: NodeID) {
        guard let source = records[place(node)].source, bySource[source.identity] == UInt32(place(node)) else { return }
        bySource[source.identity] = nil
    }

    /// A folder that the source doesn't have.
    mutating func addVirtualFolder(name: FileName, parent: NodeID) -> NodeID {
        addVirtual(.directory, name: name, parent: parent)
    }

    /// A folder or file that the source doesn't have.
    mutating func addVirtual(_ kind: FileStatus.Kind, name: FileName, parent: NodeID) -> NodeID {
        let place = add(
            Record(
                name: name, identifier: 0, source: nil, parent: UInt32(parent.rawValue), kind: kind, isPinned: true))
        return NodeID(rawValue: UInt64(place))
    }

    private mutating func add(_ record: Record) -> UInt32 {
        let place: UInt32
        if let slot = free.popLast() {
            place = slot
            namesVersion += 1
            records[Int(place)] = record
        } else {
            place = UInt32(records.count)
            records.append(record)
        }
        if identifiesAtOnce { settleIdentifier(Int(place)) }
        return place
    }

    mutating func countLookup(_ node: NodeID) {
        records[place(node)].lookups &+= 1
    }

    /// The kernel gives lookups back.
    mutating func forget(_ node: NodeID, lookups: UInt64) {
        let place = place(node)
        guard place > 1, records.indices.contains(place), records[place].isInUse else { return }
        records[place].lookups -= UInt32(min(lookups, UInt64(records[place].lookups)))
        guard records[place].lookups == 0, !records[place].isPinned else { return }
        sourceIsGone(node)
        records[place].isInUse = false
        records[place].source = nil
        free.append(UInt32(place))
    }

    mutating func pin(_ node: NodeID) {
        records[place(node)].isPinned = true
    }

    func isKnown(_ node: NodeID) -> Bool {
        let place = place(node)
        return place > 0 && records.indices.contains(place) && records[place].isInUse
    }

    // MARK: Where and what it is

    func parent(of node: NodeID) -> NodeID { NodeID(rawValue: UInt64(records[place(node)].parent)) }
    func name(of node: NodeID) -> FileName { records[place(node)].name }
    func source(of node: NodeID) -> SourceNode? { records[place(node)].source }
    func kind(of node: NodeID) -> FileStatus.Kind { records[place(node)].kind }
    func isDirectory(_ node: NodeID) -> Bool { records[place(node)].kind == .directory }
    func isFile(_ node: NodeID) -> Bool { records[place(node)].kind == .regular }

    func identifier(of node: NodeID) -> ItemIdentifier {
        let known = records[place(node)].identifier
        return known == 0 ? ItemIdentifier(firstPath: path(of: node)) : ItemIdentifier(rawValue: known)
    }

    /// The same, made now if it wasn't, for a node that is asked about often.
    mutating func settledIdentifier(of node: NodeID) -> ItemIdentifier {
        settleIdentifier(place(node))
        return ItemIdentifier(rawValue: records[place(node)].identifier)
    }

    /// From now on an identifier is made when an object gets known. Where every item has a scope or a state, each is
    /// asked for; where only rules have something to say, nobody asks for those of most items.
    mutating func identifyAtOnce() {
        guard !identifiesAtOnce else { return }
        identifiesAtOnce = true
        settleIdentifiers()
    }

    /// Before paths change: identifiers derive from the first.
    private mutating func settleIdentifiers() {
        for place in records.indices.dropFirst() where records[place].isInUse { settleIdentifier(place) }
    }

    private mutating func settleIdentifier(_ place: Int) {
        guard records[place].identifier == 0 else { return }
        let path = path(of: NodeID(rawValue: UInt64(place)))
        records[place].identifier = ItemIdentifier(firstPath: path).rawValue
    }

    mutating func setIdentifier(_ identifier: ItemIdentifier, of node: NodeID) {
        records[place(node)].identifier = identifier.rawValue
        namesVersion += 1
    }

    /// The item has another place on the mount now. Its identifier stays.
    mutating func relocate(_ node: NodeID, name: FileName, parent: NodeID) {
        let place = place(node)
        settleBeforeMoving(place)
        records[place].name = name
        records[place].parent = UInt32(parent.rawValue)
        forgetCandidates(place)
        records[place].isRelocated = true
    }

    /// A caller renamed it: mount and source agree about its place, unless a rule had moved it before.
    mutating func renamed(_ node: NodeID, to name: FileName, in folder: NodeID) {
        let place = place(node)
        settleBeforeMoving(place)
        records[place].name = name
        records[place].parent = UInt32(folder.rawValue)
        forgetCandidates(place)
        if records[place].kind == .directory { forgetCandidates() }
    }

    private mutating func settleBeforeMoving(_ place: Int) {
        namesVersion += 1
        if records[place].kind == .directory, !identifiesAtOnce {
            settleIdentifiers()
        } else {
            settleIdentifier(place)
        }
    }

    func isRelocated(_ node: NodeID) -> Bool { records[place(node)].isRelocated }

    /// The folders above, nearest first, the root too.
    func ancestors(of node: NodeID) -> [NodeID] {
        var result: [NodeID] = []
        var current = node
        while current != .root {
            current = parent(of: current)
            result.append(current)
        }
        return result
    }

    /// The identifiers of the node and the folders above it, nearest first.
    func lineage(of node: NodeID) -> [ItemIdentifier] {
        ([node] + ancestors(of: node)).map(identifier)
    }

    /// The path relative to the root: names as bytes, joined by slashes.
    func path(of node: NodeID) -> [UInt8] {
        var names: [FileName] = []
        var current = place(node)
        while current > 1 {
            names.append(records[current].name)
            current = Int(records[current].parent)
        }
        var path: [UInt8] = []
        for name in names.reversed() {
            if !path.isEmpty { path.append(UInt8(ascii: "/")) }
            path += name.bytes
        }
        return path
    }

    func pathText(of node: NodeID) -> String { String(decoding: path(of: node), as: UTF8.self) }

    func pathText(of folder: NodeID, appending name: FileName) -> String {
        var path = path(of: folder)
        if !path.isEmpty { path.append(UInt8(ascii: "/")) }
        path += name.bytes
        return String(decoding: path, as: UTF8.self)
    }

    func itemPath(of node: NodeID) -> ItemPath { ItemPath(bytes: path(of: node)) }

    // MARK: What may touch it

    func candidates(of node: NodeID) -> FaultEngine.Candidates? {
        let found = records[place(node)].candidates
        return found == 0 ? nil : candidateSets[Int(found) - 1]
    }

    mutating func remember(_ candidates: FaultEngine.Candidates, for node: NodeID) {
        let position: UInt32
        if candidates.isEmpty, noCandidates > 0 {
            position = noCandidates
        } else if let known = candidatePlaces[candidates] {
            position = known
        } else {
            candidateSets.append(candidates)
            position = UInt32(candidateSets.count)
            candidatePlaces[candidates] = position
        }
        if candidates.isEmpty { noCandidates = position }
        records[place(node)].candidates = position
    }

    /// Whether it is known that no rule can match at the node.
    @inline(__always)
    func isFree(_ node: NodeID) -> Bool {
        noCandidates > 0 && records[place(node)].candidates == noCandidates
    }

    func mayMatchChildren(of folder: NodeID) -> Bool? {
        switch records[place(folder)].childMatches {
        case .unknown: nil
        case .possible: true
        case .none: false
        }
    }

    mutating func remember(mayMatchChildren: Bool, of folder: NodeID) {
        records[place(folder)].childMatches = mayMatchChildren ? .possible : .none
    }

    private mutating func forgetCandidates(_ place: Int) {
        records[place].candidates = 0
        records[place].childMatches = .unknown
    }

    mutating func forgetCandidates() {
        for index in records.indices { forgetCandidates(index) }
        candidateSets = []
        candidatePlaces = [:]
        noCandidates = 0
    }

    /// All nodes that are known, the root first.
    var all: [NodeID] {
        records.indices.dropFirst().filter { records[$0].isInUse }.map { NodeID(rawValue: UInt64($0)) }
    }

    @inline(__always)
    private func place(_ node: NodeID) -> Int { Int(truncatingIfNeeded: node.rawValue) }
}
