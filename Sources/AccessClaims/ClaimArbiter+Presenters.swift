extension ClaimArbiter {
    /// A presenter shows the item at `path` from now on. Claims that are granted already aren't made known to it (c9).
    package mutating func addPresenter(_ key: PresenterKey, path: ItemPath, purpose: String) {
        presenters[key] = Presenter(path: path, purpose: purpose, sequence: nextSequence())
    }

    /// What the presenter was asked counts as done.
    package mutating func removePresenter(_ key: PresenterKey) -> [ClaimEffect] {
        guard presenters.removeValue(forKey: key) != nil else { return [] }
        var effects: [ClaimEffect] = []
        for claim in asking.compactMap({ claims[$0] }).sorted(by: { $0.sequence < $1.sequence }) {
            let id = claim.request.id
            for asked in claim.asked where asked.presenter == key && claims[id]?.openAsks.contains(asked.ask) == true {
                effects += finish(asked.ask, of: id)
            }
        }
        return effects
    }

    /// The presenter did what it was asked, or failed. An answer to an ask that is over means nothing.
    package mutating func answer(_ ask: AskID, failed: Bool) -> [ClaimEffect] {
        guard let id = askedClaim[ask] else { return [] }
        return failed ? remove(id, refusal: .presenterFailed(ask)) : finish(ask, of: id)
    }

    package func hasPresenter(of path: ItemPath) -> Bool {
        presenters.values.contains { $0.path.unit == path.unit }
    }

    /// Whose ask it is, for the driver's check that the right process answers.
    package func presenter(asked ask: AskID) -> PresenterKey? {
        askedClaim[ask].flatMap { claims[$0] }?.asked.first { $0.ask == ask }?.presenter
    }

    private mutating func finish(_ ask: AskID, of id: ClaimID) -> [ClaimEffect] {
        askedClaim[ask] = nil
        claims[id]!.openAsks.remove(ask)
        guard claims[id]!.openAsks.isEmpty else { return [] }
        claims[id]!.askedPurposes = []
        asking.remove(id)
        // A presenter that saved may still hold a claim for it.
        return advance([id])
    }

    /// Asks everybody who shows what the claim is about, its own purpose left out (c8).
    mutating func askPresenters(for id: ClaimID) -> [ClaimEffect] {
        let request = claims[id]!.request
        var effects: [ClaimEffect] = []
        for (key, presenter) in presenters.sorted(by: { $0.value.sequence < $1.value.sequence })
        where presenter.purpose != request.purpose {
            for intent in request.intents {
                let (messages, path) = intent.messages(to: presenter.path, isPreparation: request.isPreparation)
                guard !messages.isEmpty else { continue }
                let ask = nextAsk()
                askedClaim[ask] = id
                claims[id]!.openAsks.insert(ask)
                asking.insert(id)
                claims[id]!.asked.append((ask, key))
                claims[id]!.askedPurposes.insert(presenter.purpose)
                effects.append(.ask(ask, key, messages, path: path))
            }
        }
        return effects
    }

    /// After a coordinated write the presenters of the item, and of the folders above it, are told (c5, c6).
    func notices(afterReleaseOf claim: Claim) -> [ClaimEffect] {
        var effects: [ClaimEffect] = []
        for intent in claim.request.intents where intent.mode == .writing {
            guard intent.options.isDisjoint(with: [.forDeleting, .forMoving]) else { continue }
            let unit = intent.unit
            for (key, presenter) in orderedPresenters where presenter.purpose != claim.request.purpose {
                if presenter.path.unit == unit {
                    effects.append(.tell(key, .didChange, path: presenter.path, to: nil))
                } else if presenter.path.isAncestor(of: unit) {
                    effects.append(.tell(key, .subitemDidChange, path: intent.path, to: nil))
                }
            }
        }
        return effects
    }

    var orderedPresenters: [(PresenterKey, Presenter)] {
        presenters.sorted { $0.value.sequence < $1.value.sequence }.map { ($0.key, $0.value) }
    }
}

extension ClaimIntent {
    /// What a presenter of `presented` is asked before this intent is granted (file-access-semantics b4, b6, b8, c2, c3).
    func messages(to presented: ItemPath, isPreparation: Bool) -> ([PresenterMessage], path: ItemPath?) {
        let unit = self.unit
        if presented.unit == unit { return (messagesToPresenterOfItem(isPreparation), nil) }
        if unit.isAncestor(of: presented) {
            // What happens to a folder happens to what is in it.
            return (isStructural ? messagesToPresenterOfItem(isPreparation) : [], nil)
        }
        if presented.isAncestor(of: unit), options.contains(.forDeleting) || options.contains(.forReplacing) {
            return ([.accommodateSubitemDeletion], path)
        }
        return ([], nil)
    }

    private func messagesToPresenterOfItem(_ isPreparation: Bool) -> [PresenterMessage] {
        var messages: [PresenterMessage] = []
        switch mode {
        case .reading:
            // Only metadata is read: nothing needs to be saved for it.
            if options.contains(.immediatelyAvailableMetadataOnly) { return [] }
            if !isPreparation { messages.append(.relinquishToReader) }
            if !options.contains(.withoutChanges) { messages.append(.saveChanges) }
        case .writing where options.contains(.forEvicting):
            return [.accommodateEviction]
        case .writing:
            if !isPreparation { messages.append(.relinquishToWriter) }
            if options.contains(.forDeleting) || options.contains(.forReplacing) {
                messages.append(.accommodateDeletion)
            } else if options.contains(.forMerging) {
                messages.append(.saveChanges)
            }
        }
        return messages
    }
}

extension ClaimArbiter {
    /// The request for which a presenter was asked.
    package func request(ofAsk ask: AskID) -> ClaimRequest? {
        askedClaim[ask].flatMap { claims[$0] }?.request
    }
}
