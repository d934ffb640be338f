import ProviderConfiguration

/// What a trial does, one after the other.
package enum TrialStep: Codable, Hashable, Sendable {
    /// Picks and imports; several are started together.
    case importing([ImportRequest])
    /// Picks, and has the importer keep a reference in place of a copy.
    case refer(String)
    /// What an app does at launch, in new processes: recover, then list.
    case relaunch
    /// No more faults from now on.
    case lift
    /// Imports again, each by a new pick, the documents whose last import failed: all, or those that a retry can help.
    case retry(onlyRetryable: Bool)
    /// Somebody changes the provider's side.
    case move(String, to: String)
    case delete(String)
    case replace(String, with: String)
    case trash(String)
    case offline
    case online
    /// Every original leaves the place where it was picked.
    case moveOriginals
    case deleteOriginals
    /// The app's container moves: the library with it.
    case moveLibrary
    /// The temporary copies that the picker made are purged.
    case purgeInbox
    /// Waits until this many requests are held by the provider's rules, so that what follows meets them.
    case waitHeld(count: Int)
    /// The library loses what its importer didn't make durable.
    case cutPower
    /// `kill -9` of the provider, and a new one in its place.
    case killProvider

    /// One import of a step.
    package struct ImportRequest: Codable, Hashable, Sendable {
        package var document: String
        package var pick: Pick
        /// The user cancels.
        package var cancel: Bool
        /// Kills the importer's process tree this long after it started, if it still runs.
        package var killAfterMilliseconds: Int?
        /// Kills it once this many requests are held by rules.
        package var killWhenHeld: Int?
        /// What happens at one of its operations on the library.
        package var libraryFault: LibraryFault?

        package init(
            document: String, pick: Pick = .document, cancel: Bool = false, killAfterMilliseconds: Int? = nil,
            killWhenHeld: Int? = nil, libraryFault: LibraryFault? = nil
        ) {
            self.document = document
            self.pick = pick
            self.cancel = cancel
            self.killAfterMilliseconds = killAfterMilliseconds
            self.killWhenHeld = killWhenHeld
            self.libraryFault = libraryFault
        }
    }

    /// What the picker hands out.
    package enum Pick: String, Codable, Hashable, Sendable {
        /// The document's URL with its scope.
        case document
        /// The document's URL beneath its folder's scope.
        case folder
        /// A temporary copy.
        case copy
        /// A URL that was rebuilt from the path, without a scope.
        case rebuilt
    }
}

extension TrialStep {
    /// Whether the library must lie on a mount of its own for it.
    var needsLibraryMount: Bool {
        switch self {
        case .cutPower: true
        case .importing(let requests): requests.contains { $0.libraryFault != nil }
        default: false
        }
    }

    /// The trial that a provider-config asks for: import each document, keep references to those that it says, relaunch,
    /// lift all rules, try again what failed, relaunch, and open the copies when originals and library have moved.
    package static func steps(for plan: ProviderPlan, documents: [String]) -> [TrialStep] {
        var steps = documents.map { TrialStep.importing(ImportRequest(document: $0).picked(as: plan.pick)) }
        steps += documents.filter { plan.expectation(for: $0)?.reference != nil }.map(TrialStep.refer)
        steps.append(.relaunch)
        if plan.relaunch.contains(.purgeInbox) { steps.append(.purgeInbox) }
        if plan.expectations.contains(where: { $0.retry != nil }) { steps.append(.retry(onlyRetryable: true)) }
        steps += [.lift, .retry(onlyRetryable: false)]
        steps.append(plan.relaunch.contains(.deleteOriginal) ? .deleteOriginals : .moveOriginals)
        steps += [.moveLibrary, .relaunch]
        return steps
    }
}

extension TrialStep.ImportRequest {
    /// As a provider-config says that a trial picks: the same request, or two.
    package func picked(as mode: PickMode) -> [TrialStep.ImportRequest] {
        var request = self
        switch mode {
        case .document: break
        case .folder: request.pick = .folder
        case .copy: request.pick = .copy
        case .rebuilt: request.pick = .rebuilt
        case .cancel: request.cancel = true
        case .twice: return [request, .init(document: document)]
        }
        return [request]
    }
}
