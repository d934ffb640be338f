import Arguments
import FaultInjection
import ProviderModel
import SystemIO
import Trace

enum TraceCommand {
    private static let path = Option<String>("path", placeholder: "GLOB", help: "Only these paths.", completion: .none)
    private static let process = Option<String>(
        "process", placeholder: "NAME", help: "Only this process, by name or number.", completion: .none)
    private static let rule = Option<String>(
        "rule", placeholder: "NAME", help: "Only what this rule did.", completion: .none)
    private static let errno = Option<String>(
        "errno", oneOf: Errno.named.map(\.name), placeholder: "ERRNO", help: "Only what failed so, such as EPERM.")
    private static let operation = Option<String>(
        "operation", oneOf: Operation.allCases.map(\.rawValue), placeholder: "OP", help: "Only this operation.")
    private static let kind = Option<String>(
        "kind", oneOf: TraceEvent.Kind.allCases.map(\.rawValue), placeholder: "KIND", help: "Only this kind of event.")
    private static let slow = Option<Duration>("slow", help: "Only operations that took so long.")
    private static let failures = Flag("failures", help: "Only what failed, and what rules did.")
    private static let json = Flag("json", help: "Print the lines as they stand in the file.")
    private static let chrome = Flag("chrome", help: "Print Chrome trace events, for Perfetto.")
    private static let schema = Flag("schema", help: "Print the JSON Schema of a trace.")

    static let command: Command = .init(
        name: "trace", abstract: "show a trace as a timeline, filter it, export it",
        options: [path, process, rule, errno, operation, kind, slow, failures, json, chrome, schema],
        operands: [Operand("FILE", .optional, help: "A trace that `mount --trace` wrote.")],
        examples: [
            .init("fpsim trace t.jsonl --path '**/*.pdf' --failures", "what went wrong with PDFs"),
            .init("fpsim trace t.jsonl --slow 100ms", "what took long"),
            .init("fpsim trace t.jsonl --chrome > t.json", "open it in ui.perfetto.dev"),
        ]
    ) { invocation in
        if invocation[schema] {
            print(TraceSchema.text, terminator: "")
            return .success
        }
        guard let file = invocation.optionalOperand("FILE") else {
            throw CommandFailure(.usage, "no FILE", remedy: "Name a trace, or ask for --schema.")
        }
        let reader = try read(file)
        let filter = try filter(invocation)
        let events = reader.events.filter(filter.keeps)
        if invocation[chrome] {
            try write(ChromeTrace.json(reader.header, events))
        } else if invocation[json] {
            var lines = JSONLine()
            lines.write(reader.header)
            for event in events { lines.write(event) }
            try write(lines.bytes)
        } else {
            show(reader, events)
        }
        return .success
    }

    private static func show(_ reader: TraceReader, _ events: [TraceEvent]) {
        let header = reader.header
        let heading = "\(header.provider) on \(header.mount), seed \(header.seed), since \(header.startedAt)"
        print(heading.escapingControls)
        for event in events { print(TimelineLine.text(of: event).escapingControls) }
        if reader.droppedCount > 0 { Console.warn("\(reader.droppedCount) events were dropped") }
        if reader.endsWithinALine {
            Console.warn("the last line was cut: the provider was killed, or its disk was full")
        }
    }

    /// - Throws: `CommandFailure`: there is no such file, or it is no trace.
    static func read(_ file: String) throws -> TraceReader {
        let bytes = try NamedFile.content(of: file)
        do throws(TraceReader.Failure) {
            return try TraceReader(bytes)
        } catch {
            if case .newerFormat = error { throw CommandFailure(.newerVersion, "\(file): \(error)") }
            throw CommandFailure(.badData, "\(file): \(error)")
        }
    }

    private static func filter(_ invocation: Invocation) throws -> TraceFilter {
        var filter = TraceFilter()
        if let glob = invocation[path] {
            do throws(PathPattern.Problem) {
                let pattern = try PathPattern(glob)
                filter.path = { pattern.matches($0) }
            } catch {
                throw UsageError("option --path '\(glob)': the glob \(error.explanation)", path: invocation.path)
            }
        }
        filter.process = invocation[process]
        filter.rule = invocation[rule]
        filter.errno = invocation[errno]
        filter.operation = invocation[operation]
        filter.kind = invocation[kind].flatMap { TraceEvent.Kind(rawValue: $0) }
        filter.slowerThan = invocation[slow].map(\.nanosecondsSaturating)
        filter.failuresOnly = invocation[failures]
        return filter
    }

    private static func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try FileDescriptor.standardOutput.writeAll($0) }
    }
}

/// A line of a trace, as `watch` gets it, for people.
enum TraceText {
    static func line(_ json: String) -> String {
        TraceReader.event(line: json).map(TimelineLine.text) ?? json
    }
}
