import AccessClaims
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    /// What a rule does to an item: where it is, what it is, whether it is here, who may use it.
    func carryOutOnItem(_ fired: FiredFault, _ subject: Subject, _ process: CallingProcess?) -> FaultAction {
        guard let node = subject.node ?? resolve(path: subject.path) else { return .goOn }
        let rule = fired.rule
        switch fired.fault {
        case .move(let fault):
            relocate(node, coordinated: fault.isCoordinated, rule) { [unowned self] in
                guard let folder = makeFolder(fault.folder == "." ? "" : fault.folder) else { return }
                move(node, to: folder, as: nodes.name(of: node), rule: rule)
            }
        case .rename(let fault):
            relocate(node, coordinated: fault.isCoordinated, rule) { [unowned self] in
                move(
                    node, to: nodes.parent(of: node), as: FileName(fault.newName(for: nodes.name(of: node).string)),
                    rule: rule)
            }
        case .renameParent(let fault):
            let parent = nodes.parent(of: node)
            guard parent != .root else { break }
            relocate(parent, coordinated: fault.isCoordinated, rule) { [unowned self] in
                move(parent, to: nodes.parent(of: parent), as: FileName(fault.name), rule: rule)
            }
        case .trash(let fault):
            relocate(node, coordinated: fault.isCoordinated, rule) { [unowned self] in trash(node, rule: rule) }
        case .changeCase(let fault):
            move(
                node, to: nodes.parent(of: node), as: FileName(fault.newName(for: nodes.name(of: node).string)),
                rule: rule)
        case .changeNormalization(let fault):
            let name = nodes.name(of: node).string
            move(
                node, to: nodes.parent(of: node),
                as: FileName(
                    fault.form == .nfd ? name.decomposed : name.composed),
                rule: rule)
        case .delete(let fault):
            withProviderClaim(node, coordinated: fault.isCoordinated, .forDeleting) { [unowned self] in
                delete(node, rule: rule)
            }
        case .replace(let fault):
            withProviderClaim(node, coordinated: fault.isCoordinated, .forReplacing) { [unowned self] in
                replace(node, fault, roll: fired.roll, rule: rule)
            }
        case .newIdentity: newIdentity(node, rule: rule)
        case .conflictVersion(let fault): addVersion(of: node, fault, rule: rule)
        case .evict: evict(node, force: true, rule: rule)
        case .revokeScope: revoke(subject.item, rule: rule)
        case .holdClaim(let fault): holdClaim(fault, node, rule: rule)
        default: break
        }
        return .goOn
    }

    private func relocate(_ node: NodeID, coordinated: Bool, _ rule: String, _ action: @escaping () -> Void) {
        withProviderClaim(node, coordinated: coordinated, .forMoving, action)
    }

    // MARK: What becomes of an item

    /// Takes the bytes away.
    func evict(_ node: NodeID, force: Bool, rule: String?) {
        guard nodes.isFile(node) else { return }
        if case .materializing = item(node).materialization {
            failDownload(node, CallFailure(.timedOut, rule: rule))
        }
        change(node) { try? $0.evict(evenIfOpen: force) }
        var event = itemEvent(.evict, node)
        event.rule = rule
        record(event)
        contentChanged(node)
        carryOut(claims.itemUbiquityChanged(nodes.itemPath(of: node)))
    }

    /// Gives the item other bytes, and perhaps another identity.
    func replace(_ node: NodeID, _ fault: Replace, roll: UInt64, rule: String?) {
        guard let content = replacement(fault, for: node, roll: roll) else {
            return recordMissing(fault, for: node, rule: rule)
        }
        if content == .directory { return replaceByFolder(node, rule: rule) }
        if case .materializing = item(node).materialization {
            failDownload(node, CallFailure(.stale, rule: rule))
        }
        if !fault.isInPlace { keepOpenContent(of: node) }
        if !fault.keepsIdentity { changeIdentity(node, rule: rule) }
        let wasDataless = !item(node).isMaterialized
        change(node) { $0.replace(with: content, dataless: wasDataless) }
        extra(node) { extra in
            extra.lenses = []
            extra.growth = nil
            extra.changedAt = .now
        }
        var event = itemEvent(.replace, node)
        event.rule = rule
        event.fault = "replace"
        event.message = fault.content.rawValue
        record(event)
        record(version: node, rule: rule)
        contentChanged(node)
        carryOut(claims.itemChanged(nodes.itemPath(of: node)))
    }

    /// The item stays as it is, and the trace says why.
    private func recordMissing(_ fault: Replace, for node: NodeID, rule: String?) {
        var event = itemEvent(.replace, node)
        event.rule = rule
        event.fault = "replace"
        event.errno = "ENOENT"
        event.message = "there is no file '\(fault.item ?? "")' to take its place"
        record(event)
    }

    /// The name leads to a folder now. For the kernel that is another object: no object changes its kind.
    private func replaceByFolder(_ node: NodeID, rule: String?) {
        let name = nodes.name(of: node)
        let parent = nodes.parent(of: node)
        let folder = nodes.addVirtualFolder(name: name, parent: parent)
        nodes.setIdentifier(nodes.identifier(of: node), of: folder)
        nodes.pin(node)
        overlay.add(Array(name.bytes), in: parent, node: folder)
        nodesByItem[nodes.identifier(of: node)] = folder
        var event = itemEvent(.replace, folder)
        event.rule = rule
        event.fault = "replace"
        event.message = "directory"
        record(event)
        nameChanged(name, in: parent)
        carryOut(claims.itemChanged(nodes.itemPath(of: folder)))
    }

    private func replacement(_ fault: Replace, for node: NodeID, roll: UInt64) -> ReplacedContent? {
        let number = item(node).version.next.rawValue
        switch fault.content {
        case .newer: return .sourceThen(Array("\n% version \(number), newer\n".utf8))
        case .older: return .sourceThen(Array("\n% version 0, older\n".utf8))
        case .garbage: return .garbage(seed: roll, size: max(1, sourceSize(of: node)))
        case .html: return .bytes(Array(ReplacedContent.signInPage.utf8))
        case .empty: return .bytes([])
        case .directory: return .directory
        case .item:
            guard let other = fault.item.flatMap({ resolve(path: $0) }), nodes.isFile(other) else { return nil }
            nodes.pin(other)
            nodesByItem[nodes.identifier(of: other)] = other
            return .item(nodes.identifier(of: other), size: sourceSize(of: other))
        }
    }

    /// The same bytes at the same path are another item now.
    func newIdentity(_ node: NodeID, rule: String?) {
        changeIdentity(node, rule: rule)
        var event = itemEvent(.replace, node)
        event.rule = rule
        event.fault = "new-identity"
        record(event)
        contentChanged(node)
    }

    /// What was granted was granted for the item that is no more: its grants end, and whoever holds one can't know.
    private func changeIdentity(_ node: NodeID, rule: String?) {
        let state = item(node)
        revoke(state.identifier, rule: rule)
        removeVersions(of: node, rule: rule)
        extra(node) { extra in
            extra.incarnation += 1
            extra.formerIdentifiers.append(state.identifier)
        }
        let identifier = ItemIdentifier(
            firstPath: nodes.pathText(of: node), incarnation: itemExtras[node]?.incarnation ?? 1)
        nodesByItem[nodes.identifier(of: node)] = nil
        nodes.setIdentifier(identifier, of: node)
        nodesByItem[identifier] = node
        var renewed = Item(identifier: identifier, isDataless: !state.isMaterialized, itemRule: state.itemRule)
        renewed.version = state.version
        renewed.content = state.content
        renewed.openCount = state.openCount
        items[node] = renewed
    }

    /// Takes back every grant on the item.
    func revoke(_ item: ItemIdentifier, rule: String?) {
        for grant in scopes.revoke(item) {
            var event = TraceEvent(.scope)
            event.action = "revoked"
            event.item = item.description
            event.pid = grant.process
            event.rule = rule
            record(event)
        }
    }

    func itemEvent(_ kind: TraceEvent.Kind, _ node: NodeID) -> TraceEvent {
        var event = TraceEvent(kind)
        event.item = nodes.identifier(of: node).description
        event.path = nodes.pathText(of: node)
        event.version = items[node]?.version.rawValue ?? 1
        return event
    }

    /// A version came into being: what a checker compares an importer's copy with.
    func record(version node: NodeID, rule: String?) {
        guard trace != nil else { return }
        var event = itemEvent(.version, node)
        event.size = contentSize(of: node)
        event.sha256 = digest(of: node)
        event.rule = rule
        record(event)
    }
}
