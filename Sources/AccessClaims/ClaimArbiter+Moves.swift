extension ClaimArbiter {
    /// The item at `from` is at `to` now. Claims and presenters follow it, a waiting forReplacing excepted (b8): it is
    /// about the name. `purpose` is the mover's, whose own presenters aren't told; nil when the provider moved it.
    package mutating func itemMoved(from: ItemPath, to: ItemPath, purpose: String? = nil) -> [ClaimEffect] {
        for (id, claim) in claims {
            for (index, intent) in claim.request.intents.enumerated() {
                if claim.phase == .waiting, intent.options.contains(.forReplacing) { continue }
                claims[id]!.request.intents[index].path = intent.path.moved(from: from, to: to)
            }
        }
        index = ClaimIndex()
        for claim in claims.values { index.insert(claim) }
        var effects: [ClaimEffect] = []
        for (key, presenter) in orderedPresenters {
            let path = presenter.path.moved(from: from, to: to)
            presenters[key]!.path = path
            if presenter.purpose != purpose {
                effects += notices(to: key, of: presenter, now: path, from: from, to: to)
            }
        }
        // Who waits for whom is another question now.
        return effects + settle(takeAllWatchers())
    }

    /// The provider changed an item without a claim.
    package func itemChanged(_ path: ItemPath) -> [ClaimEffect] {
        orderedPresenters.compactMap { key, presenter in
            if presenter.path.unit == path.unit { return .tell(key, .didChange, path: presenter.path, to: nil) }
            if presenter.path.isAncestor(of: path) { return .tell(key, .subitemDidChange, path: path, to: nil) }
            return nil
        }
    }

    /// The item's download state changed (c11).
    package func itemUbiquityChanged(_ path: ItemPath) -> [ClaimEffect] {
        orderedPresenters.compactMap { key, presenter in
            presenter.path.unit == path.unit
                ? .tell(key, .ubiquityAttributesDidChange, path: presenter.path, to: nil) : nil
        }
    }

    /// The item gained or lost a version, or a conflict of it is resolved: every presenter of it or of a folder around
    /// it is told, the caller's own too (c7).
    /// - Parameter version: where the version's bytes are.
    package func itemVersionsChanged(
        _ path: ItemPath, _ notice: PresenterNotice, version: ItemPath
    ) -> [ClaimEffect] {
        orderedPresenters.compactMap { key, presenter in
            let isAbout = presenter.path.unit == path.unit || presenter.path.isAncestor(of: path)
            return isAbout ? .tell(key, notice, path: path, to: version) : nil
        }
    }

    private func notices(
        to key: PresenterKey, of presenter: Presenter, now path: ItemPath, from: ItemPath, to: ItemPath
    ) -> [ClaimEffect] {
        if path != presenter.path { return [.tell(key, .didMove, path: presenter.path, to: path)] }
        if path.isAncestor(of: from) { return [.tell(key, .subitemDidMove, path: from, to: to)] }
        if path.isAncestor(of: to) { return [.tell(key, .subitemDidAppear, path: to, to: nil)] }
        return []
    }
}
