import AccessClaims
import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    /// Listens at the place where clients look for this mount's socket.
    func startListening(device: UInt64) throws(Errno) {
        let folder = try ControlSocketLocation.makeFolder()
        let path = "\(folder)/\(ControlSocketLocation.name(ofDevice: device))"
        listener = try ControlListener(loop: loop, path: path, user: SystemUser.effective) {
            [unowned self] connection in
            add(connection)
        }
    }

    private func add(_ connection: ControlConnection) {
        lastConnection += 1
        let number = lastConnection
        connections[number] = connection
        connectionsByProcess[connection.peer.processIdentifier, default: []].insert(number)
        connection.received = { [unowned self, unowned connection] message in
            answer(message, on: connection, number)
        }
        connection.closed = { [unowned self] in closed(number) }
    }

    /// Takes what a process asks for past the rules. One that ends while it waits is held no longer, and gets nothing
    /// that nobody could take back.
    func gate(
        _ operation: Operation, _ node: NodeID, for answer: ControlAnswer,
        finish: @escaping (GatedCall.Outcome) -> Void
    ) {
        lastUntold += 1
        let (key, number) = (lastUntold, answer.number)
        let call = Call(operation, node, threadID: answer.pid)
        gate(call, subject(node), interrupts: { [unowned self] in departures[number, default: [:]][key] = $0 }) {
            [unowned self] outcome in
            departures[number]?[key] = nil
            if connections[number] != nil { finish(outcome) }
        }
    }

    /// A process is gone, or let its connection go: what it held is taken back.
    private func closed(_ number: Int) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        let pid = connection.peer.processIdentifier
        for leave in departures.removeValue(forKey: number)?.values ?? [:].values { leave() }
        connectionsByProcess[pid]?.remove(number)
        if connectionsByProcess[pid]?.isEmpty == true { connectionsByProcess[pid] = nil }
        coveringConnections.remove(number)
        let session = ScopeTable.Session(rawValue: number)
        for grant in scopes.end(session) where grant.count > 0 {
            var event = TraceEvent(.scope)
            event.action = "drop"
            event.item = grant.item.description
            event.path = nodesByItem[grant.item].map { nodes.pathText(of: $0) }
            event.pid = pid
            event.process = connection.processName
            event.count = Int64(grant.count)
            record(event)
            note(.startNeverStopped, path: event.path ?? "", pid, connection.processName)
        }
        cancelRequests(of: number)
        abandonProviderClaims(of: number)
        recordDroppedClaims(of: number)
        carryOut(claims.drop(ClaimOwner(rawValue: number)))
        coordination.forget(owner: number)
        waits.forget(connection: number)
        checkWaits()
    }

    /// Something that a caller did wrong.
    func note(_ kind: Finding.Kind, path: String, _ pid: Int32, _ process: String, detail: String? = nil) {
        if findings.count < 100_000 {
            findings.append(
                Finding(
                    kind: kind, path: ControlPath(path), processIdentifier: pid, process: process,
                    time: UInt64(now.nanoseconds), detail: detail))
        }
        var event = TraceEvent(.finding)
        event.action = kind.rawValue
        event.path = path
        event.item = resolve(path: path).map { nodes.identifier(of: $0).description }
        event.pid = pid
        event.process = process
        event.message = detail
        record(event)
    }

    /// Sends an event to those who watch.
    func tellWatchers(_ event: TraceEvent) {
        var line = JSONLine(capacity: 512)
        line.write(event)
        let text = String(decoding: line.bytes.dropLast(), as: UTF8.self)
        for connection in connections.values where connection.watches { connection.tell(.trace(line: text)) }
    }

    /// The process and, where it covers its descendants, those through whom a process below it is covered.
    func connections(coveringProcess process: CallingProcess?) -> Set<Int> {
        guard let process else { return [] }
        var found = connectionsByProcess[process.processID] ?? []
        if !coveringConnections.isEmpty {
            for ancestor in CallingProcess.ancestors(of: process.processID) {
                found.formUnion(coveringConnections.intersection(connectionsByProcess[ancestor] ?? []))
            }
        }
        return found
    }
}
