import AccessClaims
import ControlProtocol
import SystemIO

/// What goes wrong with claims that are held, and that an app doesn't notice.
extension ProviderServer {
    /// From now on the claim is its owner's.
    func watchHeld(_ claim: ClaimID, at paths: [ControlPath]) {
        guard let request = coordination.requests[claim] else { return }
        if zip(request.intents, paths).contains(where: { $0.path != $1 }) { coordination.movedClaims.insert(claim) }
        let deadline = request.answer.connection.claimDeadline
        coordination.requests[claim]?.overdue = loop.schedule(after: deadline) { [unowned self] in
            guard let request = coordination.requests[claim], let intent = request.intents.first else { return }
            note(
                .claimPastDeadline, path: intent.path.description, request.answer.pid, request.answer.process,
                detail: "A claim has been held for \(deadline).")
        }
    }

    func unwatchHeld(_ claim: ClaimID) {
        coordination.movedClaims.remove(claim)
        if let timer = coordination.requests[claim]?.overdue { loop.cancel(timer) }
    }

    /// The caller looks for an item where it was, though its accessor was told where it is (file-access-semantics
    /// b11).
    func checkForOriginalURL(_ path: @autoclosure () -> String, _ process: CallingProcess?) {
        guard !coordination.movedClaims.isEmpty, let process else { return }
        let path = path()
        let owners = connections(coveringProcess: process)
        for claim in coordination.movedClaims {
            guard let request = coordination.requests[claim], owners.contains(request.owner),
                let granted = claims.request(of: claim)?.intents.map(\.path.description)
            else { continue }
            for (intent, current) in zip(request.intents, granted)
            where intent.path.description == path && current != path {
                return note(
                    .originalURLUsed, path: path, process.processID, process.name,
                    detail: "The accessor was given '\(current)'.")
            }
        }
    }
}
