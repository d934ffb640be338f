import ControlProtocol
import ProviderModel
import SystemIO

extension ProviderServer {
    /// Lists are cut here: nobody reads more, and a message has a limit.
    private static let viewLimit = 1000

    var view: ViewRequest.Response {
        ViewRequest.Response(
            status: status, downloads: Array(shownDownloads.prefix(ProviderServer.viewLimit)),
            callers: held.all.prefix(ProviderServer.viewLimit).map(shown),
            scopes: Array(shownScopes.prefix(ProviderServer.viewLimit)),
            claims: Array(shownClaims.prefix(ProviderServer.viewLimit)))
    }

    private var shownDownloads: [ViewRequest.Download] {
        downloads.timers.keys.compactMap { node in
            items[node]?.download.map {
                ViewRequest.Download(
                    path: ControlPath(bytes: nodes.path(of: node)), received: $0.received, size: $0.plan.size,
                    stalledBy: $0.stalledBy)
            }
        }.sorted { $0.path.description < $1.path.description }
    }

    private func shown(_ entry: HeldCalls.Entry) -> ViewRequest.Caller {
        let rule: String? =
            switch entry.reason {
            case .rule(let rule): rule
            case .download(let node): items[node]?.download?.stalledBy
            case .provider: provider.conditions[.hung]?.rule
            }
        return ViewRequest.Caller(
            operation: entry.operation.rawValue, path: ControlPath(entry.path),
            processIdentifier: entry.process?.processID, process: entry.process?.name, rule: rule,
            milliseconds: Int((now - entry.since).nanosecondsSaturating / 1_000_000))
    }

    private var shownScopes: [ViewRequest.Scope] {
        scopes.grants.map { grant in
            ViewRequest.Scope(
                path: ControlPath(bytes: nodesByItem[grant.item].map { nodes.path(of: $0) } ?? []),
                processIdentifier: grant.process, process: name(ofProcess: grant.process), count: grant.count)
        }.sorted { ($0.processIdentifier, $0.path.description) < ($1.processIdentifier, $1.path.description) }
    }

    private var shownClaims: [ViewRequest.Claim] {
        coordination.requests.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { _, request in
            request.intents.map { intent in
                ViewRequest.Claim(
                    path: intent.path, mode: intent.mode.rawValue, processIdentifier: request.answer.pid,
                    process: request.answer.process, isGranted: request.isAnswered)
            }
        }
    }

    private func name(ofProcess pid: Int32) -> String {
        connectionsByProcess[pid]?.first.flatMap { connections[$0]?.processName } ?? "?"
    }
}
