import ControlProtocol
import FaultInjection
import ProviderModel
import SystemIO

/// Requests that are answered when a condition holds: the barriers of tests.
struct ConditionWaits {
    struct Wait {
        let request: WaitRequest
        let answer: ControlAnswer
        let timer: TimerQueue.Token
    }

    var waits: [Int: Wait] = [:]
    var lastWait = 0
    /// A check that is due is made once the loop has finished what it does now.
    var isChecking = false

    mutating func forget(connection: Int) {
        waits = waits.filter { $0.value.answer.number != connection }
    }
}

extension ProviderServer {
    func wait(_ request: WaitRequest, _ answer: ControlAnswer) {
        if request.mustExist == true, let path = request.path, resolve(components: path.components) == nil {
            return answer.refuse(.conversation(.noSuchItem, "There is no '\(path)' on this mount."))
        }
        if holds(request) { return answer.done() }
        if let rule = request.rule, firedCounts[rule] == nil, engine.rule(named: rule) == nil {
            return answer.refuse(noSuchRule(rule))
        }
        waits.lastWait += 1
        let number = waits.lastWait
        let timer = loop.schedule(after: .milliseconds(max(0, request.deadlineMilliseconds))) { [unowned self] in
            guard waits.waits.removeValue(forKey: number) != nil else { return }
            answer.refuse(
                .conversation(.timedOut, "It isn't so after \(request.deadlineMilliseconds) ms: \(seen(request))."))
        }
        waits.waits[number] = ConditionWaits.Wait(request: request, answer: answer, timer: timer)
    }

    /// Something changed that a wait may be about.
    func checkWaits() {
        guard !waits.waits.isEmpty, !waits.isChecking else { return }
        waits.isChecking = true
        loop.schedule(at: .now) { [unowned self] in
            waits.isChecking = false
            for (number, wait) in waits.waits.sorted(by: { $0.key < $1.key }) where holds(wait.request) {
                waits.waits[number] = nil
                loop.cancel(wait.timer)
                wait.answer.done()
            }
        }
    }

    private func holds(_ request: WaitRequest) -> Bool {
        switch request.condition {
        case .held, .fired, .claimsWaiting, .claimsHeld: count(request) >= request.count ?? 1
        case .downloaded: downloadedPercent(request) >= request.count ?? 100
        case .materialized:
            request.path.flatMap { resolve(components: $0.components) }.map { item($0).isMaterialized } ?? false
        case .quiet: held.count == 0 && claims.waitingCount == 0 && claims.heldCount == 0
        }
    }

    private func downloadedPercent(_ request: WaitRequest) -> Int {
        guard let node = request.path.flatMap({ resolve(components: $0.components) }) else { return 0 }
        let item = item(node)
        return item.download.map { Int(($0.fraction * 100).rounded()) } ?? (item.isMaterialized ? 100 : 0)
    }

    private func count(_ request: WaitRequest) -> Int {
        switch request.condition {
        case .held: held.count { isMeant($0, by: request) }
        case .fired: request.rule.map { firedCounts[$0] ?? 0 } ?? firedCounts.values.reduce(0, +)
        case .claimsWaiting: claims.waitingCount
        case .claimsHeld: claims.heldCount
        case .downloaded, .materialized, .quiet: 0
        }
    }

    private func isMeant(_ entry: HeldCalls.Entry, by request: WaitRequest) -> Bool {
        if let operation = request.operation, entry.operation.rawValue != operation { return false }
        if let path = request.path, entry.path != path.description { return false }
        guard let rule = request.rule else { return true }
        switch entry.reason {
        case .rule(let name): return name == rule
        case .download(let node): return items[node]?.download?.stalledBy == rule
        case .provider: return provider.conditions[.hung]?.rule == rule
        }
    }

    private func seen(_ request: WaitRequest) -> String {
        switch request.condition {
        case .held: "\(count(request)) held"
        case .fired: "fired \(count(request)) times"
        case .claimsWaiting, .claimsHeld: "\(count(request)) claims"
        case .downloaded: "\(downloadedPercent(request)) % are here"
        case .materialized: "not materialized"
        case .quiet: "\(held.count) calls and \(claims.waitingCount) claims wait, \(claims.heldCount) claims are held"
        }
    }
}
