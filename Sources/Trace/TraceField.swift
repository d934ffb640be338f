/// The fields of an event's line, in the order in which they are written: the one list that the encoder, the
/// reader and the JSON Schema share.
package enum TraceField: String, CaseIterable, Sendable {
    case t, n, kind, op, action, item, path, from, to, pid, process, offset, size, result, errno, rule, fault, nth, ns
    case version, sha256, mode, purpose, count, message, flags
}

/// Where a field lives in an event.
package enum TraceFieldStorage {
    case text(WritableKeyPath<TraceEvent, String?>)
    case number(WritableKeyPath<TraceEvent, Int64?>)
    /// `t`, `n`, `kind` and `pid`, whose types are their own.
    case special
}

extension TraceField {
    package var storage: TraceFieldStorage {
        switch self {
        case .t, .n, .kind, .pid: .special
        case .op: .text(\.operation)
        case .action: .text(\.action)
        case .item: .text(\.item)
        case .path: .text(\.path)
        case .from: .text(\.from)
        case .to: .text(\.to)
        case .process: .text(\.process)
        case .offset: .number(\.offset)
        case .size: .number(\.size)
        case .result: .number(\.result)
        case .errno: .text(\.errno)
        case .rule: .text(\.rule)
        case .fault: .text(\.fault)
        case .nth: .number(\.nth)
        case .ns: .number(\.duration)
        case .version: .number(\.version)
        case .sha256: .text(\.sha256)
        case .mode: .text(\.mode)
        case .purpose: .text(\.purpose)
        case .count: .number(\.count)
        case .message: .text(\.message)
        case .flags: .number(\.flags)
        }
    }

    /// What the field holds, in one sentence: the text of the JSON Schema.
    package var meaning: String {
        switch self {
        case .t: "Nanoseconds since the mount began (monotonic)."
        case .n: "Sequence number, from 1; a gap only where events were dropped."
        case .kind: "What kind of event this is."
        case .op: "The operation's name, as a rule's `when: operation` writes it."
        case .action: "What happened, for kinds with several steps (begin, progress, end, start, stop, grant, ...)."
        case .item: "The item's identifier, which survives renames."
        case .path: "Path relative to the mount's root, without a leading slash."
        case .from: "Where a moved item was."
        case .to: "Where a moved item is now."
        case .pid: "The calling process (not the thread)."
        case .process: "The calling process's name."
        case .offset: "Offset in bytes."
        case .size: "Bytes asked for; of a version or a download, its whole size."
        case .result: "Bytes given, or 0."
        case .errno: "The error's symbol, such as EPERM; absent on success."
        case .rule: "The rule that caused this. A failure without it is not injected."
        case .fault: "The fault that the rule carried out."
        case .nth: "Which match of the rule this was, from 1."
        case .ns: "Nanoseconds from the request to its answer."
        case .version: "The item's content version."
        case .sha256: "SHA-256 of the version's bytes, where it is known."
        case .mode: "Of a claim: reading or writing."
        case .purpose: "Of a claim: its purpose identifier."
        case .count: "How many events were dropped, or how many things the event concerns."
        case .message: "Of a fault: the fault as a provider-config writes it; else free text for people."
        case .flags: "Open flags as the kernel gave them."
        }
    }
}
