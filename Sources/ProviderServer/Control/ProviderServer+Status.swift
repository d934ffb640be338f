import ControlProtocol
import FUSE
import ProviderModel
import SystemIO

extension ProviderServer {
    var status: StatusRequest.Response {
        StatusRequest.Response(
            mountpoint: options.mountPoint.description, source: options.sourceName, provider: plan.provider,
            about: plan.about,
            seed: seed, scopeRequired: plan.scope == .required, profile: plan.profile.rawValue,
            processIdentifier: SystemUser.processID, startedAt: clock.startedAtSeconds,
            isOffline: provider.has(.offline), rules: Array(ruleStatus(from: 0).prefix(100)),
            ruleCount: engine.rules.count, knownItems: nodes.count,
            datalessItems: items.values.count { !$0.isMaterialized }, runningDownloads: downloads.running,
            grants: scopes.grants.reduce(0) { $0 + $1.count }, heldClaims: claims.heldCount,
            waitingClaims: claims.waitingCount, heldRequests: held.count, connections: connections.count,
            findings: findings.count, droppedTraceEvents: Int(trace?.droppedCount ?? 0),
            traceFailure: trace?.failure?.description,
            passesThrough: passesThrough, nativeFiles: nativeFileCount)
    }

    /// The rules from a place on, as many as a message may hold.
    func ruleStatus(from start: Int) -> [StatusRequest.Rule] {
        let holding = held.countByRule.merging(stalledReadersByRule, uniquingKeysWith: +)
        var room = controlMessageLimit / 4
        var shown: [StatusRequest.Rule] = []
        for (rule, matched, _) in engine.statistics.dropFirst(max(0, start)) {
            // What JSON puts around a name, and escapes in it, fits in the rest.
            room -= rule.name.utf8.count * 2 + 64
            guard room >= 0 || shown.isEmpty else { break }
            shown.append(
                StatusRequest.Rule(
                    name: rule.name, fault: rule.fault.kind.rawValue, isOptional: rule.isOptional,
                    matched: matched, fired: firedCounts[rule.name] ?? 0, holding: holding[rule.name] ?? 0))
        }
        return shown
    }

    /// Calls that wait for downloads which a rule stalls.
    var stalledReadersByRule: [String: Int] {
        held.all.reduce(into: [:]) { counts, entry in
            guard case .download(let node) = entry.reason, let rule = items[node]?.download?.stalledBy else { return }
            counts[rule, default: 0] += 1
        }
    }

    func describeItem(_ request: ItemRequest, _ answer: ControlAnswer) {
        withItem(request.path, answer) { node in
            let item = item(node)
            let state: ItemRequest.Materialization =
                switch item.materialization {
                case .dataless: .dataless
                case .materializing: .materializing
                case .materialized: .materialized
                }
            answer.ok(
                ItemRequest.Response(
                    identifier: nodes.identifier(of: node).description, path: ControlPath(bytes: nodes.path(of: node)),
                    version: String(item.version.rawValue), materialization: state,
                    size: UInt64(max(0, contentSize(of: node))), isDownloadRequested: state == .materializing,
                    downloadingError: item.lastDownloadError.map { Errno(rawValue: $0) }.map {
                        ControlFailure(
                            domain: ControlFailure.posixDomain, code: Int($0.rawValue), errno: $0.name,
                            message: "The last download failed.")
                    }))
        }
    }
}
