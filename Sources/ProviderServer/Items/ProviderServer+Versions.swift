import AccessClaims
import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

/// A version of an item beside its present one. Its bytes are a file of their own, which no listing shows.
struct FileVersion {
    let item: NodeID
    /// The first that the mount kept is 1.
    let number: Int
    let path: ItemPath
    /// What the item was called then.
    let name: String
    let computer: String
    let modified: FileStatus.Timestamp
    var isResolved = false
}

extension ProviderServer {
    /// Where versions are, as on a volume of macOS.
    private static let versionsName = FileName(".DocumentRevisions")

    /// Keeps a version that another device saved: the item's bytes with a comment behind them, as `replace` makes one.
    func addVersion(of node: NodeID, _ fault: ConflictVersion, rule: String) {
        guard nodes.isFile(node), fileVersions[node] == nil, let present = wholeContent(of: node) else { return }
        let number = fileVersions.count + 1
        let folder = versionsFolder()
        let itemName = nodes.name(of: node).string
        let suffix = itemName.lastIndex(of: ".").map { String(itemName[$0...]) } ?? ""
        let name = FileName("\(number)\(suffix)")
        let version = nodes.addVirtual(.regular, name: name, parent: folder)
        overlay.add(Array(name.bytes), in: folder, node: version)
        let mark = "\n% version \(item(node).version.next.rawValue), conflicting, from \(fault.computer)\n"
        change(version) { $0.content = .bytes(present + Array(mark.utf8)) }
        extra(version) { $0.changedAt = .now }
        remember(node)
        fileVersions[version] = FileVersion(
            item: node, number: number, path: nodes.itemPath(of: version), name: itemName, computer: fault.computer,
            modified: .now)
        nameChanged(name, in: folder)
        tellPresenters(.didGainVersion, of: version)
    }

    /// Whether the folder is the one of versions, where callers make nothing.
    func keepsVersions(_ folder: NodeID) -> Bool {
        !fileVersions.isEmpty && folder == find(Self.versionsName, in: .root)
    }

    private func versionsFolder() -> NodeID {
        if let known = find(Self.versionsName, in: .root) { return known }
        let folder = nodes.addVirtualFolder(name: Self.versionsName, parent: .root)
        overlay.addUnlisted(Array(Self.versionsName.bytes), in: .root, node: folder)
        nameChanged(Self.versionsName, in: .root)
        return folder
    }

    // MARK: Asked for by an app

    func listVersions(_ request: VersionsRequest, _ answer: ControlAnswer) {
        withItem(request.path, answer) { node in
            // Saving renames another file over the item, and the versions are the document's.
            let path = nodes.itemPath(of: node)
            let versions = fileVersions.filter { nodes.itemPath(of: $0.value.item) == path && isThere($0.key) }
            answer.ok(
                VersionsRequest.Response(
                    versions: versions.sorted { $0.value.number < $1.value.number }
                        .compactMap { description(of: $0.key) }))
        }
    }

    func changeVersion(_ request: VersionChangeRequest, _ answer: ControlAnswer) {
        withItem(request.path, answer) { node in
            guard let version = fileVersions[node] else {
                return answer.refuse(.conversation(.noSuchItem, "'\(request.path)' isn't a version of an item."))
            }
            switch request.change {
            case .resolve:
                guard !version.isResolved else { break }
                fileVersions[node]?.isResolved = true
                tellPresenters(.didResolveConflict, of: node)
            case .remove:
                delete(node, rule: nil)
                tellPresenters(.didLoseVersion, of: node)
            }
            answer.done()
        }
    }

    private func isThere(_ version: NodeID) -> Bool {
        let entry = overlay.entry(Array(nodes.name(of: version).bytes), in: nodes.parent(of: version))
        return entry == .node(version)
    }

    private func tellPresenters(_ notice: PresenterNotice, of node: NodeID) {
        guard let version = fileVersions[node] else { return }
        carryOut(claims.itemVersionsChanged(nodes.itemPath(of: version.item), notice, version: version.path))
    }

    // MARK: What is told of one

    /// A version that was taken away is still described, for those who are told that it is gone.
    func description(ofVersionAt path: ItemPath) -> FileVersionDescription? {
        fileVersions.isEmpty ? nil : fileVersions.first { $0.value.path == path }.flatMap { description(of: $0.key) }
    }

    private func description(of node: NodeID) -> FileVersionDescription? {
        fileVersions[node].map { version in
            FileVersionDescription(
                path: ControlPath(bytes: version.path.bytes), name: version.name, computer: version.computer,
                modified: Double(version.modified.seconds) + Double(version.modified.nanoseconds) / 1e9,
                isResolved: version.isResolved, isLocal: item(node).isMaterialized)
        }
    }
}
