import FUSE
import FaultInjection
import ProviderModel
import SystemIO

/// What a call is about, as rules see it.
struct Subject {
    /// The object itself, or nil for a name that isn't known as a node (yet).
    var node: NodeID?
    /// Relative to the root; lossy where names are no UTF-8.
    var path: String
    var item: ItemIdentifier
    var candidates: FaultEngine.Candidates
}

extension ProviderServer {
    /// The subject of a call on a node.
    func subject(_ node: NodeID) -> Subject {
        Subject(
            node: node, path: nodes.pathText(of: node), item: nodes.settledIdentifier(of: node),
            candidates: candidates(node))
    }

    /// The subject of a call on a name in a folder.
    func subject(_ name: FileName, in folder: NodeID) -> Subject {
        let path = nodes.pathText(of: folder, appending: name)
        if case .node(let node)? = overlay.entry(Array(name.bytes), in: folder) {
            return Subject(
                node: node, path: path, item: nodes.identifier(of: node), candidates: engine.candidates(at: path))
        }
        return Subject(
            node: nil, path: path, item: ItemIdentifier(firstPath: path), candidates: engine.candidates(at: path))
    }

    /// The rules that can match at a node's path, remembered with the node until rules or paths change.
    func candidates(_ node: NodeID) -> FaultEngine.Candidates {
        if let known = nodes.candidates(of: node) { return known }
        let found =
            !nodes.isDirectory(node) && !mayMatchChildren(of: nodes.parent(of: node))
            ? engine.noCandidates : engine.candidates(at: nodes.pathText(of: node))
        nodes.remember(found, for: node)
        return found
    }

    /// Whether a rule may match something right in a folder, remembered as candidates are: of a folder of many files,
    /// one is asked about.
    func mayMatchChildren(of folder: NodeID) -> Bool {
        if let known = nodes.mayMatchChildren(of: folder) { return known }
        let found = engine.mayMatch(childrenOf: nodes.pathText(of: folder))
        nodes.remember(mayMatchChildren: found, of: folder)
        return found
    }

    /// Whether no rule can match this operation on this node: asked on every call, so it is one look at the node.
    @inline(__always)
    func isUntouched(_ node: NodeID, by operation: Operation) -> Bool {
        guard provider.isOrdinary else { return false }
        guard ruledOperations.contains(operation) else { return true }
        return nodes.isFree(node) || !candidates(node).operations.contains(operation)
    }

    /// Whether a rule may match something at this node: asked for every answer, so it is one look at the node, too.
    @inline(__always)
    func isRuled(_ node: NodeID) -> Bool {
        !ruledOperations.isEmpty && !nodes.isFree(node) && !candidates(node).isEmpty
    }

    /// The rules changed, or the paths of a whole folder did: what was remembered is void.
    func rulesChanged() {
        ruledOperations = engine.rules.reduce(into: []) { $0.formUnion($1.operations) }
        if !plan.items.isEmpty || plan.scope == .required { nodes.identifyAtOnce() }
        rulesTakeAllAway = engine.rules.contains { [.die, .hang, .restart].contains($0.fault.kind) }
        rulesMoveThings = engine.rules.contains { $0.fault.kind.movesThings }
        nodes.forgetCandidates()
        rulesPutBack = engine.rules.contains { $0.fault.kind == .conflictCopy || $0.fault.kind == .revert }
        if !engine.rules.contains(where: { $0.fault.kind == .loseUnsynced }) {
            unsynced = nil
        } else if unsynced == nil {
            unsynced = UnsyncedLog(source) { [unowned self] in nodes.source(of: $0) }
        }
    }
}
