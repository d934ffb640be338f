extension JSONLine {
    /// Writes the first line of a trace.
    package mutating func write(_ header: TraceHeader) {
        begin()
        add("trace", header.format)
        add("mount", header.mount)
        add("provider", header.provider)
        add("seed", header.seed)
        add("startedAt", header.startedAt)
        if let scope = header.scope { add("scope", scope) }
        if let profile = header.profile { add("profile", profile) }
        end()
    }

    /// Writes one event. The fields are spelled out, since going through key paths is ten times slower; a test
    /// holds this against `TraceField`.
    package mutating func write(_ event: borrowing TraceEvent) {
        begin()
        add("t", event.time)
        add("n", event.sequence)
        add("kind", event.kind.rawValue)
        if let value = event.operation { add("op", value) }
        if let value = event.action { add("action", value) }
        if let value = event.item { add("item", value) }
        if let value = event.path { add("path", value) }
        if let value = event.from { add("from", value) }
        if let value = event.to { add("to", value) }
        if let value = event.pid { add("pid", Int64(value)) }
        if let value = event.process { add("process", value) }
        if let value = event.offset { add("offset", value) }
        if let value = event.size { add("size", value) }
        if let value = event.result { add("result", value) }
        if let value = event.errno { add("errno", value) }
        if let value = event.rule { add("rule", value) }
        if let value = event.fault { add("fault", value) }
        if let value = event.nth { add("nth", value) }
        if let value = event.duration { add("ns", value) }
        if let value = event.version { add("version", value) }
        if let value = event.sha256 { add("sha256", value) }
        if let value = event.mode { add("mode", value) }
        if let value = event.purpose { add("purpose", value) }
        if let value = event.count { add("count", value) }
        if let value = event.message { add("message", value) }
        if let value = event.flags { add("flags", value) }
        end()
    }
}
