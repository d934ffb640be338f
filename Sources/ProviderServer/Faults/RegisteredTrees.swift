import SystemIO

/// The process trees under test, by their roots, with what left them: a daemon is no descendant of what started it.
struct RegisteredTrees {
    private struct Root {
        /// Who registered it, as its parent, and inherits what leaves the tree.
        let harness: Int32?
        /// A line that its processes have in their environment, and no other's.
        let mark: String?
    }

    private var roots: [Int32: Root] = [:]

    var isEmpty: Bool { roots.isEmpty }

    mutating func insert(_ pid: Int32, mark: String?) {
        roots[pid] = Root(harness: CallingProcess(thread: pid)?.parentID, mark: mark)
    }

    mutating func remove(_ pid: Int32) {
        roots[pid] = nil
    }

    /// Whether a process is in one of the trees, or left it.
    func contains(_ pid: Int32) -> Bool {
        guard !isEmpty else { return false }
        let lineage = [pid] + CallingProcess.ancestors(of: pid)
        return lineage.contains { roots[$0] != nil } || markedRoot(lineage) != nil
    }

    /// The tree that a process belongs to: its root, and the processes that it and all that left it are below.
    func tree(of pid: Int32) -> (root: Int32, processes: [Int32])? {
        guard !isEmpty else { return nil }
        let lineage = [pid] + CallingProcess.ancestors(of: pid)
        if let root = lineage.first(where: { roots[$0] != nil }) ?? markedRoot(lineage) {
            return (root, [root] + escaped(from: root))
        }
        return heir(lineage).map { root, process in (root, [root, process] + escaped(from: root)) }
    }

    /// Whoever left a tree with an environment of its own has become the harness's child all the same. What a harness
    /// that marks its trees starts besides them has another value of that variable.
    private func heir(_ lineage: [Int32]) -> (root: Int32, process: Int32)? {
        for (root, facts) in roots {
            guard let mark = facts.mark, let harness = facts.harness, let end = lineage.firstIndex(of: harness), end > 0
            else { continue }
            let variable = mark.prefix { $0 != "=" } + "="
            if !lineage[..<end].contains(where: { ProcessTree.hasEnvironment(startingWith: variable, $0) }) {
                return (root, lineage[end - 1])
            }
        }
        return nil
    }

    /// The root of a lineage's mark. Each of the lineage below the harness may have been started with it.
    private func markedRoot(_ lineage: [Int32]) -> Int32? {
        for (root, facts) in roots {
            guard let mark = facts.mark, let harness = facts.harness, let end = lineage.firstIndex(of: harness) else {
                continue
            }
            if lineage[..<end].contains(where: { ProcessTree.hasEnvironment(mark, $0) }) { return root }
        }
        return nil
    }

    private func escaped(from root: Int32) -> [Int32] {
        guard let facts = roots[root], let mark = facts.mark, let harness = facts.harness else { return [] }
        return ProcessTree.children(of: harness).filter { $0 != root && ProcessTree.hasEnvironment(mark, $0) }
    }
}
