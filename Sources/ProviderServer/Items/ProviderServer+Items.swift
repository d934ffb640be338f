import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    /// The model's state of an item. Most items have none yet, and are as the plan says that they begin.
    func item(_ node: NodeID) -> Item {
        items[node] ?? initialItem(node)
    }

    private func initialItem(_ node: NodeID) -> Item {
        let identifier = nodes.identifier(of: node)
        guard !plan.items.isEmpty, nodes.isFile(node) else { return Item(identifier: identifier, isDataless: false) }
        let path = nodes.pathText(of: node)
        let rule = plan.items.firstIndex { $0.match.matches(path) }
        return Item(
            identifier: identifier, isDataless: rule.map { plan.items[$0].state == .dataless } ?? false, itemRule: rule)
    }

    /// Changes an item's state, which is kept from now on.
    func change(_ node: NodeID, _ body: (inout Item) -> Void) {
        var item = item(node)
        body(&item)
        items[node] = item
        remember(node)
    }

    func extra(_ node: NodeID, _ body: (inout ItemExtra) -> Void) {
        body(&itemExtras[node, default: ItemExtra()])
        remember(node)
    }

    /// The node can be found by its item's identifier, and isn't forgotten with the kernel's last look-up.
    func remember(_ node: NodeID) {
        nodes.pin(node)
        nodesByItem[nodes.identifier(of: node)] = node
    }

    /// Whether the model has nothing to say about the node's bytes and attributes: they are the source's.
    @inline(__always)
    func isPlain(_ node: NodeID) -> Bool {
        (items.isEmpty || items[node] == nil) && (itemExtras.isEmpty || itemExtras[node] == nil)
            && (plan.items.isEmpty || !item(node).needsCare)
    }

    // MARK: Sizes

    func sourceSize(of node: NodeID) -> Int64 {
        guard let place = nodes.source(of: node) else { return 0 }
        return (try? source.status(of: place).size) ?? 0
    }

    /// The whole size of the item's present version, whether it is here or not.
    func contentSize(of node: NodeID) -> Int64 {
        guard nodes.isFile(node) else { return 0 }
        let size = sourceSize(of: node)
        return items[node]?.content?.size(ofSource: size) ?? size
    }

    /// How much of a file that is still being written is there by now.
    func visibleSize(of size: Int64, growing growth: ItemExtra.Growth) -> Int64 {
        let from = growth.fault.from.offset(inSize: size)
        let elapsed = (now - growth.since).nanosecondsSaturating
        let total = growth.fault.over.nanosecondsSaturating
        guard total > 0, elapsed < total else { return size }
        return from + Int64(Double(size - from) * (Double(elapsed) / Double(total)))
    }

    /// States that rules can ask for with `while`.
    func conditions(_ subject: Subject, _ process: CallingProcess?) -> ConditionSet {
        var set: ConditionSet = provider.has(.offline) ? .offline : .online
        guard let node = subject.node else { return set }
        let item = item(node)
        switch item.materialization {
        case .dataless: set.insert(.dataless)
        case .materializing: set.insert(.materializing)
        case .materialized: set.insert(.materialized)
        }
        if item.openCount > 0 { set.insert(.open) }
        let path = nodes.itemPath(of: node)
        set.insert(claims.isClaimed(path) ? .claimed : .unclaimed)
        set.insert(isCoordinated(path, by: process) ? .coordinated : .uncoordinated)
        set.insert(isScoped(node, by: process) ? .scoped : .unscoped)
        return set
    }
}

extension Item {
    /// Whether reading it takes more than reading the source.
    var needsCare: Bool { !isMaterialized || content != nil || truncatedAt != nil }
}
