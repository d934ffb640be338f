/// Reads a trace from its bytes.
package struct TraceReader {
    /// Why a trace can't be read; `line` counts from 1.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        case empty
        case notATrace(reason: String)
        case newerFormat(Int64)
        case badLine(line: Int, reason: String)

        package var description: String {
            switch self {
            case .empty: "the trace is empty"
            case .notATrace(let reason): "this is not a trace: \(reason)"
            case .newerFormat(let format):
                "the trace has format \(format), and this program knows up to \(TraceHeader.currentFormat)"
            case .badLine(let line, let reason): "line \(line): \(reason)"
            }
        }
    }

    package var header: TraceHeader
    package var events: [TraceEvent] = []
    /// Whether the last line was cut, as it is when the provider was killed. It isn't among `events`.
    package var endsWithinALine = false

    /// The number of events that the writer had to drop.
    package var droppedCount: Int64 {
        events.reduce(0) { $0.addingWithoutOverflow($1.kind == .dropped ? $1.count ?? 0 : 0) }
    }

    package init(_ bytes: [UInt8]) throws(Failure) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
        guard let first = lines.first else { throw .empty }
        header = try TraceReader.header(of: first)
        endsWithinALine = bytes.last != 0x0A
        let whole = endsWithinALine ? lines.dropFirst().dropLast() : lines.dropFirst()
        events.reserveCapacity(whole.count)
        for (index, line) in whole.enumerated() {
            do {
                events.append(try TraceReader.event(of: line))
            } catch {
                throw .badLine(line: index + 2, reason: error.reason)
            }
        }
    }

    /// One event's line.
    package static func event(line: String) -> TraceEvent? {
        let bytes = Array(line.utf8)
        return try? event(of: bytes[...])
    }

    private static func header(of line: ArraySlice<UInt8>) throws(Failure) -> TraceHeader {
        var header = TraceHeader(mount: "", provider: "", seed: 0, startedAt: "")
        var format: Int64?
        do {
            try scan(line) { key, value throws(JSONScanner.Malformed) in
                switch (key, value) {
                case ("trace", .number(let number)): format = number
                case ("mount", .text(let text)): header.mount = text
                case ("provider", .text(let text)): header.provider = text
                case ("seed", .number(let number)): header.seed = UInt64(bitPattern: number)
                case ("seed", .unsigned(let number)): header.seed = number
                case ("startedAt", .text(let text)): header.startedAt = text
                case ("scope", .text(let text)): header.scope = text
                case ("profile", .text(let text)): header.profile = text
                default: break
                }
            }
        } catch {
            throw .notATrace(reason: error.reason)
        }
        guard let format else { throw .notATrace(reason: "its first line has no \"trace\"") }
        guard format <= TraceHeader.currentFormat else { throw .newerFormat(format) }
        header.format = format
        return header
    }

    private static func event(of line: ArraySlice<UInt8>) throws(JSONScanner.Malformed) -> TraceEvent {
        var event = TraceEvent(.control)
        var hasKind = false
        try scan(line) { key, value throws(JSONScanner.Malformed) in
            guard let field = TraceField(rawValue: key) else { return }
            switch (field, field.storage, value) {
            case (.t, _, .number(let number)): event.time = number
            case (.n, _, .number(let number)): event.sequence = UInt64(bitPattern: number)
            case (.n, _, .unsigned(let number)): event.sequence = number
            case (.pid, _, .number(let number)): event.pid = Int32(truncatingIfNeeded: number)
            case (.kind, _, .text(let text)):
                guard let kind = TraceEvent.Kind(rawValue: text) else {
                    throw JSONScanner.Malformed(reason: "unknown kind \"\(text)\"")
                }
                event.kind = kind
                hasKind = true
            case (_, .text(let path), .text(let text)): event[keyPath: path] = text
            case (_, .number(let path), .number(let number)): event[keyPath: path] = number
            default: throw JSONScanner.Malformed(reason: "\"\(key)\" has a value of the wrong type")
            }
        }
        guard hasKind else { throw JSONScanner.Malformed(reason: "no \"kind\"") }
        return event
    }

    private static func scan(
        _ line: ArraySlice<UInt8>, _ each: (String, JSONScanner.Value) throws(JSONScanner.Malformed) -> Void
    ) throws(JSONScanner.Malformed) {
        var failure: JSONScanner.Malformed?
        line.withUnsafeBufferPointer { buffer in
            var scanner = JSONScanner(buffer)
            do throws(JSONScanner.Malformed) { try scanner.object(each) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
