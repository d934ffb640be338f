import Foundation
import Trace

/// What reached a provider and what it did, in order.
public struct ProviderTrace: Sendable {
    /// One event. What doesn't apply is nil.
    public struct Event: Hashable, Sendable {
        /// op, fault, download, scope, claim, presenter, move, replace, delete, evict, version, provider, control,
        /// finding, kill, dropped, mount or unmount.
        public let kind: String
        /// Nanoseconds since the mount.
        public let time: Int64
        /// Of an op: open, read, lookup, …
        public let operation: String?
        /// What of its kind: start, stop, grant, release, …
        public let action: String?
        /// Relative to the mount's root.
        public let path: String?
        /// Of the process, not of the thread.
        public let processIdentifier: Int32?
        /// The process's name, as `ps` shows it.
        public let process: String?
        /// Bytes.
        public let offset: Int64?
        /// Bytes that were asked for.
        public let size: Int64?
        /// Bytes that were given.
        public let result: Int64?
        /// The symbol, such as EPERM.
        public let errno: String?
        /// The rule whose doing it was.
        public let rule: String?
        /// What the rule did.
        public let fault: String?
        /// Of a claim: reading or writing.
        public let mode: String?
        /// More, for people.
        public let message: String?
    }

    /// All events.
    public let events: [Event]
    /// Events that the provider had to drop: the trace doesn't tell everything where this isn't 0.
    public let droppedCount: Int64

    init(contentsOf file: URL) throws {
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try Data(contentsOf: file))
        } catch {
            throw ProviderTestingError.badTrace("\(error)")
        }
        do throws(TraceReader.Failure) {
            let reader = try TraceReader(bytes)
            events = reader.events.map(Event.init)
            droppedCount = reader.droppedCount
        } catch {
            throw ProviderTestingError.badTrace("\(error)")
        }
    }
}

extension ProviderTrace.Event {
    init(_ event: TraceEvent) {
        self.init(
            kind: event.kind.rawValue, time: event.time, operation: event.operation, action: event.action,
            path: event.path, processIdentifier: event.pid, process: event.process, offset: event.offset,
            size: event.size, result: event.result, errno: event.errno, rule: event.rule, fault: event.fault,
            mode: event.mode, message: event.message)
    }
}

/// For assertions, such as `#expect(try provider.trace.hasNoReadOutsideScope)`.
extension ProviderTrace {
    /// Events of one kind.
    public func events(_ kind: String) -> [Event] { events.filter { $0.kind == kind } }

    /// File system calls of one name that succeeded or not, on one path or on all.
    public func operations(_ name: String, on path: String? = nil) -> [Event] {
        events.filter { $0.kind == "op" && $0.operation == name && (path == nil || $0.path == path) }
    }

    /// The rules that fired, in order, each as often as it did.
    public var firedRules: [String] { events("fault").compactMap(\.rule) }

    /// The access findings, by kind: `read-outside-scope`, `stop-without-start`, … (see `fpsim findings`).
    public var findings: [Event] { events("finding") }

    /// Nobody opened a file without a grant that its provider demands.
    public var hasNoReadOutsideScope: Bool { has(noFinding: "read-outside-scope") }
    /// Nobody opened a file without a coordinated access.
    public var hasNoReadOutsideCoordination: Bool { has(noFinding: "read-outside-coordination") }
    /// Every stop had a start, and every start its stop.
    public var hasBalancedScopes: Bool {
        has(noFinding: "stop-without-start") && has(noFinding: "start-never-stopped")
            && scopes("start").count == scopes("stop").count
    }
    /// Every claim that was granted was released.
    public var hasReleasedAllClaims: Bool {
        let claims = events("claim")
        return claims.count { $0.action == "grant" } == claims.count { $0.action == "release" }
    }

    private func scopes(_ action: String) -> [Event] {
        events("scope").filter { $0.action == action && $0.errno == nil }
    }

    private func has(noFinding kind: String) -> Bool {
        !findings.contains { $0.action == kind }
    }
}
