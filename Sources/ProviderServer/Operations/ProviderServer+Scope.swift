import FUSE
import FaultInjection
import ProviderConfiguration
import ProviderModel
import SystemIO

extension ProviderServer {
    /// Whether lookup and stat need a scope too: the strict profile.
    var hidesUnscoped: Bool { plan.scope == .required && plan.profile == .strict }

    /// Whether the caller may see that the object is there: in the strict profile only with a scope that covers it,
    /// or on the way to one.
    @inline(__always)
    func maySee(_ node: NodeID, _ caller: Caller) -> Bool {
        guard hidesUnscoped, node != .root, caller.threadID > 0 else { return true }
        return maySee(node, by: processes.process(ofThread: caller.threadID, fresh: true))
    }

    private func maySee(_ node: NodeID, by process: CallingProcess?) -> Bool {
        if isScoped(node, by: process) { return true }
        guard let process, nodes.isDirectory(node) else { return false }
        // The way to an item's versions is open to those who may use the item.
        if keepsVersions(node) { return fileVersions.values.contains { isScoped($0.item, by: process) } }
        let lineage = Set([process.processID] + CallingProcess.ancestors(of: process.processID))
        return scopes.grants.contains { grant in
            guard grant.process == process.processID || grant.coversDescendants && lineage.contains(grant.process),
                let granted = nodesByItem[grant.item]
            else { return false }
            return nodes.ancestors(of: granted).contains(node)
        }
    }

    /// Whether the caller has the file open: what it asks of its descriptor outlives the scope (a10), and the kernel
    /// doesn't say that it was a descriptor. A path is refused at its look-up.
    func hasOpen(_ node: NodeID, _ caller: Caller) -> Bool {
        guard let process = CallingProcess(thread: caller.threadID) else { return false }
        return openFiles.all.contains { file in
            file.node == node
                && (file.openedBy == caller.threadID
                    || CallingProcess(thread: file.openedBy)?.processID == process.processID)
        }
    }

    /// Whether the process holds a scope that covers the item.
    func isScoped(_ node: NodeID, by process: CallingProcess?) -> Bool {
        guard let process else { return false }
        // A version is its item's.
        let item = fileVersions.isEmpty ? node : fileVersions[node]?.item ?? node
        return scopes.allows(nodes.lineage(of: item), process: process.processID) {
            CallingProcess.ancestors(of: process.processID)
        }
    }

    /// Whether an open may go on as far as scopes are concerned. What a caller did wrong is written down.
    func mayOpen(_ node: NodeID, _ process: CallingProcess?, isFolder: Bool) -> Bool {
        let isAllowed = plan.scope == .none || isScoped(node, by: process)
        if let process {
            let path = nodes.pathText(of: node)
            checkForOriginalURL(path, process)
            if !isAllowed, !hasHarness || isApp(process), !hasLostScope(node, process) {
                note(.readOutsideScope, path: path, process.processID, process.name)
            }
            if !isFolder, isApp(process), !isCoordinated(nodes.itemPath(of: node), by: process) {
                note(.readOutsideCoordination, path: path, process.processID, process.name)
            }
        }
        return isAllowed
    }

    /// Whether the process started a scope that covered the item, and the provider took it away since: by revoking it,
    /// or by putting another item in its place.
    private func hasLostScope(_ node: NodeID, _ process: CallingProcess) -> Bool {
        let lineage = nodes.lineage(of: node)
        let former = itemExtras[node]?.formerIdentifiers ?? []
        let ancestors = { CallingProcess.ancestors(of: process.processID) }
        return scopes.wasAllowed(lineage, process: process.processID, ancestors: ancestors)
            || former.contains { scopes.wasAllowed([$0], process: process.processID, ancestors: ancestors) }
    }

    /// Whether the process speaks Apple's file access, so that what it does without can be held against it: a shell
    /// that looks at the mount doesn't.
    private func isApp(_ process: CallingProcess) -> Bool {
        !connections(coveringProcess: process).isEmpty || registered.contains(process.processID)
    }
}
