import AccessClaims
import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

/// A version of an item beside its present one. Its bytes are a file of their own, which no listing shows.
struct FileVersion {
    var item: NodeID
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
        let folder = makeVersionsFolder()
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

    /// Whether the folder is the one of versions, where callers make nothing and nothing is moved to or from: who has a
    /// version's path must find that version there, or none.
    func keepsVersions(_ folder: NodeID) -> Bool { folder == versionsFolder }

    private func makeVersionsFolder() -> NodeID {
        if let versionsFolder { return versionsFolder }
        // The source may hold one of a real volume.
        let name = freeName(Self.versionsName, in: .root)
        let folder = nodes.addVirtualFolder(name: name, parent: .root)
        overlay.addUnlisted(Array(name.bytes), in: .root, node: folder)
        nameChanged(name, in: .root)
        versionsFolder = folder
        return folder
    }

    /// Takes an item's versions away: it is deleted, or another item from now on.
    func removeVersions(of item: NodeID, rule: String?) {
        guard !fileVersions.isEmpty else { return }
        let versions = fileVersions.filter { $0.value.item == item && isThere($0.key) }
        for version in versions.sorted(by: { $0.value.number < $1.value.number }) { delete(version.key, rule: rule) }
    }

    /// Saving renames another file over the item, and the versions are the document's.
    func keepVersions(of replaced: NodeID?, forNewItem name: FileName, in folder: NodeID) {
        guard let replaced, fileVersions.values.contains(where: { $0.item == replaced }),
            let node = find(name, in: folder)
        else { return }
        for version in fileVersions.keys where fileVersions[version]?.item == replaced {
            fileVersions[version]?.item = node
        }
    }

    // MARK: Asked for by an app

    func listVersions(_ request: VersionsRequest, _ answer: ControlAnswer) {
        withItem(request.path, answer) { node in
            let versions = fileVersions.filter { $0.value.item == node && isThere($0.key) }
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
            }
            answer.done()
        }
    }

    private func isThere(_ version: NodeID) -> Bool {
        let entry = overlay.entry(Array(nodes.name(of: version).bytes), in: nodes.parent(of: version))
        return entry == .node(version)
    }

    func tellPresenters(_ notice: PresenterNotice, of node: NodeID) {
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
