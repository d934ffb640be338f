/// The security scopes: who may open what (file-access-semantics a1 to a12).
///
/// A pick gives a token for an item; starting it gives the process a grant, which counts; stopping takes one back.
/// A folder's grant covers its tree. A grant can cover the descendants of its process, too (`with-access`). Grants
/// belong to a session (a connection), whose end takes them back.
package struct ScopeTable: Sendable {
    package struct Session: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// What a picker handed out.
    package struct Pick: Hashable, Sendable {
        package var item: ItemIdentifier
        package var isFolder: Bool
    }

    /// A grant of one process on one item.
    package struct Grant: Hashable, Sendable {
        package var process: Int32
        package var item: ItemIdentifier
        package var isFolder: Bool
        package var coversDescendants: Bool
        /// How many starts are open.
        package var count: Int
        /// Whether resolving a bookmark granted it, too: then it ends with the session (a17).
        package var isImplicit = false
    }

    package enum Refusal: String, Error, Hashable, Sendable {
        case unknownToken = "unknown token"
        case revoked
        case tooManyScopes = "too many scopes"
    }

    /// How many starts a process may have open.
    package var maximumPerProcess = 2000
    /// Whether starts of one item count (two starts need two stops); else one stop ends all (a4).
    package var nests = true

    private var picks: [ScopeToken: Pick] = [:]
    private var revokedItems: Set<ItemIdentifier> = []
    private var sessions: [Session: [ItemIdentifier: Grant]] = [:]
    /// For the check at open: the grants of a process, by item, over all its sessions.
    private var byProcess: [Int32: [ItemIdentifier: Coverage]] = [:]
    private var startedPerProcess: [Int32: Int] = [:]
    /// Stops that are still to come for grants that the provider took away: whoever started still owes them, and they
    /// are balanced.
    private var owedStops: [Session: [ItemIdentifier: Grant]] = [:]

    private struct Coverage: Sendable {
        var tree = 0
        var single = 0
        var descendants = 0

        mutating func change(_ grant: Grant, by amount: Int) {
            if grant.isFolder { tree += amount } else { single += amount }
            if grant.coversDescendants { descendants += amount }
        }
    }

    package init() {}
}

// MARK: - Picking, starting, stopping

extension ScopeTable {
    package mutating func pick(_ item: ItemIdentifier, isFolder: Bool, token: ScopeToken) {
        resolve(item, isFolder: isFolder, token: token)
        revokedItems.remove(item)
    }

    /// Gives a token for what a bookmark resolved to. Nobody picked the item again, so a revocation stays.
    package mutating func resolve(_ item: ItemIdentifier, isFolder: Bool, token: ScopeToken) {
        picks[token] = Pick(item: item, isFolder: isFolder)
    }

    package func item(of token: ScopeToken) -> Pick? { picks[token] }

    /// - Parameter isImplicit: resolving a bookmark grants it: it counts against the limit, and no stop is owed.
    /// - Returns: the grant as it is now.
    package mutating func start(
        _ token: ScopeToken, session: Session, process: Int32, coversDescendants: Bool = false,
        isImplicit: Bool = false
    ) throws(Refusal) -> Grant {
        guard let pick = picks[token] else { throw .unknownToken }
        guard !revokedItems.contains(pick.item) else { throw .revoked }
        guard startedPerProcess[process, default: 0] < maximumPerProcess else { throw .tooManyScopes }
        var grant =
            sessions[session]?[pick.item]
            ?? Grant(
                process: process, item: pick.item, isFolder: pick.isFolder, coversDescendants: coversDescendants,
                count: 0)
        if sessions[session]?[pick.item] != nil { remove(grant) }
        grant.count += isImplicit ? 0 : 1
        grant.isFolder = grant.isFolder || pick.isFolder
        grant.coversDescendants = grant.coversDescendants || coversDescendants
        if !isImplicit || !grant.isImplicit { startedPerProcess[process, default: 0] += 1 }
        grant.isImplicit = grant.isImplicit || isImplicit
        add(grant)
        sessions[session, default: [:]][pick.item] = grant
        return grant
    }

    /// - Returns: the grant with what is left of it, or nil if none was started: an unbalanced stop.
    package mutating func stop(_ item: ItemIdentifier, session: Session) -> Grant? {
        guard var grant = sessions[session]?[item], grant.count > 0 else { return stopForfeited(item, session) }
        let ended = nests ? 1 : grant.count
        grant.count -= ended
        release(grant.process, count: ended)
        if grant.count == 0, !grant.isImplicit {
            remove(grant)
            sessions[session]?[item] = nil
        } else {
            sessions[session]?[item] = grant
        }
        return grant
    }

    private mutating func stopForfeited(_ item: ItemIdentifier, _ session: Session) -> Grant? {
        guard var grant = owedStops[session]?[item] else { return nil }
        grant.count -= nests ? 1 : grant.count
        owedStops[session]?[item] = grant.count > 0 ? grant : nil
        return grant
    }

    /// Takes back all that a session holds, as the provider's own restart does: the stops for it are still to come.
    /// - Returns: what it held.
    package mutating func forfeit(_ session: Session) -> [Grant] {
        let grants = end(session)
        for grant in grants where grant.count > 0 { owedStops[session, default: [:]][grant.item] = grant }
        return grants
    }

    /// Takes back all that a session holds.
    /// - Returns: what it held: each is a leak, if the process ended in an orderly way.
    package mutating func end(_ session: Session) -> [Grant] {
        owedStops[session] = nil
        guard let grants = sessions.removeValue(forKey: session) else { return [] }
        for grant in grants.values {
            remove(grant)
            release(grant.process, count: grant.started)
        }
        return Array(grants.values)
    }

    /// Takes every grant on the item back; starting it again is refused until it is picked again. Open descriptors
    /// stay (a10).
    /// - Returns: the grants that ended.
    package mutating func revoke(_ item: ItemIdentifier) -> [Grant] {
        revokedItems.insert(item)
        var ended: [Grant] = []
        for session in sessions.keys {
            guard let grant = sessions[session]?.removeValue(forKey: item) else { continue }
            remove(grant)
            release(grant.process, count: grant.started)
            if grant.count > 0 { owedStops[session, default: [:]][item] = grant }
            ended.append(grant)
        }
        return ended
    }

    /// Makes revoked items startable again.
    package mutating func forgetRevocations() {
        revokedItems.removeAll()
    }
}

// MARK: - Asking

extension ScopeTable {
    package var grants: [Grant] { sessions.values.flatMap(\.values) }

    /// Whether a process may open an item.
    /// - Parameters:
    ///   - path: the item and the folders that hold it, from the item up.
    ///   - process: the caller.
    ///   - ancestors: the caller's parent, its parent, and so on; asked for only where grants that cover descendants
    ///     exist and the caller itself has none.
    package func allows(
        _ path: [ItemIdentifier], process: Int32, ancestors: () -> [Int32]
    ) -> Bool {
        if covers(path, by: process, asDescendant: false) { return true }
        guard byProcess.values.contains(where: { $0.values.contains { $0.descendants > 0 } }) else { return false }
        return ancestors().contains { covers(path, by: $0, asDescendant: true) }
    }

    /// Whether a process, or one above it whose grants cover it, had started what covers the item when the provider
    /// took it away: until its stop it can't know that, and an open that is refused is no mistake of its.
    package func wasAllowed(_ path: [ItemIdentifier], process: Int32, ancestors: () -> [Int32]) -> Bool {
        guard !owedStops.isEmpty else { return false }
        let owed = owedStops.values.flatMap(\.values).filter { grant in
            path.firstIndex(of: grant.item).map { $0 == 0 || grant.isFolder } ?? false
        }
        if owed.contains(where: { $0.process == process }) { return true }
        let covering = owed.filter(\.coversDescendants)
        return !covering.isEmpty && ancestors().contains { above in covering.contains { $0.process == above } }
    }

    private func covers(_ path: [ItemIdentifier], by process: Int32, asDescendant: Bool) -> Bool {
        guard let grants = byProcess[process] else { return false }
        for (index, item) in path.enumerated() {
            guard let coverage = grants[item] else { continue }
            if asDescendant && coverage.descendants == 0 { continue }
            if coverage.tree > 0 || (index == 0 && coverage.single > 0) { return true }
        }
        return false
    }
}

extension ScopeTable.Grant {
    /// How much of the process's limit it uses.
    fileprivate var started: Int { count + (isImplicit ? 1 : 0) }
}

// MARK: - The index by process

extension ScopeTable {
    private mutating func add(_ grant: Grant) {
        byProcess[grant.process, default: [:]][grant.item, default: Coverage()].change(grant, by: 1)
    }

    private mutating func remove(_ grant: Grant) {
        byProcess[grant.process]?[grant.item]?.change(grant, by: -1)
        if let coverage = byProcess[grant.process]?[grant.item], coverage.tree + coverage.single == 0 {
            byProcess[grant.process]?[grant.item] = nil
            if byProcess[grant.process]?.isEmpty == true { byProcess[grant.process] = nil }
        }
    }

    private mutating func release(_ process: Int32, count: Int) {
        let left = startedPerProcess[process, default: 0] - count
        startedPerProcess[process] = left > 0 ? left : nil
    }
}
