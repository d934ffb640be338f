import Trials

extension TrialStep {
    /// This step without a document; nil: nothing is left of it.
    func without(_ document: String) -> TrialStep? {
        switch self {
        case .importing(let requests):
            let rest = requests.filter { $0.document != document }
            return rest.isEmpty ? nil : .importing(rest)
        case .move(document, _), .delete(document), .replace(document, _), .trash(document):
            return nil
        default:
            return self
        }
    }

    /// Steps that do less.
    var simpler: [TrialStep] {
        switch self {
        case .importing(let requests):
            let fewer =
                requests.count > 1
                ? requests.indices.map { index in
                    TrialStep.importing(requests.enumerated().filter { $0.offset != index }.map(\.element))
                } : []
            return fewer
                + requests.indices.flatMap { index in
                    requests[index].simpler.map { request in
                        var all = requests
                        all[index] = request
                        return .importing(all)
                    }
                }
        case .retry(true): return [.retry(onlyRetryable: false)]
        case .deleteOriginals: return [.moveOriginals]
        case .trash(let document): return [.delete(document)]
        default: return []
        }
    }

    func renaming(_ old: String, to new: String) -> TrialStep {
        switch self {
        case .importing(let requests):
            return .importing(
                requests.map { request in
                    var copy = request
                    if copy.document == old { copy.document = new }
                    return copy
                })
        case .move(old, let to): return .move(new, to: to)
        case .delete(old): return .delete(new)
        case .replace(old, let content): return .replace(new, with: content)
        case .trash(old): return .trash(new)
        default: return self
        }
    }
}

extension TrialStep.ImportRequest {
    fileprivate var simpler: [TrialStep.ImportRequest] {
        var candidates: [TrialStep.ImportRequest] = []
        func add(_ change: (inout TrialStep.ImportRequest) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { candidates.append(copy) }
        }
        add { $0.cancel = false }
        add { $0.killAfterMilliseconds = nil }
        add { $0.killWhenHeld = nil }
        add { $0.libraryFault = nil }
        if let fault = libraryFault, fault.nth > 1 { add { $0.libraryFault?.nth = 1 } }
        add { $0.pick = .document }
        return candidates
    }
}
