import Arguments
import FoundationEssentials
import ProviderServer
import Soak
import SystemIO
import Trace

enum ReplayCommand {
    private static let trace = Option<String>(
        "trace", placeholder: "FILE", help: "Keep the replay's own trace here.", completion: .file)
    private static let config = Flag("config", help: "Print the provider-config of the replay, and mount nothing.")
    private static let against = Option<String>(
        "against", placeholder: "FILE", help: "Compare with this trace, and mount nothing.", completion: .file)
    private static let tolerance = Option<Duration>(
        "tolerance", help: "What differs by no more took as long (default: 50ms). A busy machine needs more.")
    private static let json = Flag("json", help: "Print the departures as a JSON list.")

    static let command: Command = .init(
        name: "replay", abstract: "mount a provider that answers as one did whose trace was kept",
        discussion: """
            TRACE is of `fpsim mount --trace`: a session that went wrong, by rules or by hand. The mount repeats each \
            fault at the same call of the same item, for as long as it took, and what was done by hand at the call \
            that came next. SOURCE is what the session's mount had beneath it. It serves until it is unmounted or \
            interrupted, then says where calls ended otherwise than in TRACE. Exit code 1 if any did.

            Bytes that a fault damaged at random are damaged at other places; attributes that changed behind the \
            mount are not in a trace.
            """,
        options: [trace, config, against, tolerance, json],
        operands: [
            Operand("TRACE", help: "A trace."),
            Operand("SOURCE", .optional, help: "The folder beneath, as it was then.", completion: .directory),
            Operand("MOUNTPOINT", .optional, help: "An empty folder, usually.", completion: .directory),
        ],
        examples: [
            .init("fpsim replay t.jsonl docs /mnt/p", "repeat it under your app"),
            .init("fpsim replay t.jsonl --config > replay.yaml", "as a provider-config, for a bug report"),
            .init("fpsim replay t.jsonl --against t2.jsonl", "where two sessions part"),
        ]
    ) { invocation in
        let recorded = RecordedSession(try TraceCommand.read(invocation.operand("TRACE")))
        if let file = invocation[against] {
            return try report(recorded, RecordedSession(try TraceCommand.read(file)), invocation)
        }
        let replay = ReplayConfig(recorded) { text in
            ProviderConfigs.loader.load([(name: "replay", bytes: Array(text.utf8))]).errors.first?.message
        }
        for text in replay.leftOut { Console.warn("not repeated: \(text.escapingControls)") }
        if invocation[config] {
            print(replay.text, terminator: "")
            return .success
        }
        guard let source = invocation.operandBytesList("SOURCE").first,
            let mountPoint = invocation.operandBytesList("MOUNTPOINT").first
        else {
            throw CommandFailure(.usage, "no MOUNTPOINT", remedy: "Say: fpsim replay TRACE SOURCE MOUNTPOINT")
        }
        if let kept = invocation[trace].flatMap(SymbolicLink.resolved),
            kept == SymbolicLink.resolved(invocation.operand("TRACE"))
        {
            throw CommandFailure(
                .usage, "\(kept): the replay's trace would be written over the one that it replays",
                remedy: "Name another file.")
        }
        return try KeptTrace.with(invocation[trace].map { AbsolutePath.of($0) }) { file in
            try serve(replay, source: source, mountPoint: mountPoint, trace: file)
            return try report(recorded, RecordedSession(try TraceCommand.read(file)), invocation)
        }
    }

    private static func serve(_ replay: ReplayConfig, source: [UInt8], mountPoint: [UInt8], trace: String) throws {
        let outcome = ProviderConfigs.loader.load([(name: "replay", bytes: Array(replay.text.utf8))])
        guard let plan = outcome.plan else {
            throw CommandFailure(
                .badData, "the trace can't be replayed:", details: outcome.errors.map(\.description))
        }
        let request = MountRequest(
            beneath: .directory(RawPath(bytes: AbsolutePath.of(source))),
            mountPoint: RawPath(bytes: AbsolutePath.of(mountPoint)), plan: plan, traceFile: trace,
            allowsPassthrough: false)
        do throws(MountFailure) {
            try MountProcess.run(request) {
                Console.printNow("ready: a replay of \(plan.provider.escapingControls) on \(request.mountPoint)")
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func report(
        _ recorded: RecordedSession, _ replayed: RecordedSession, _ invocation: Invocation
    ) throws -> ExitCode {
        let departures = Departures.between(
            recorded, and: replayed, tolerance: invocation[tolerance] ?? Departures.usualTolerance)
        if invocation[json] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(departures), as: UTF8.self))
        } else if departures.isEmpty {
            print("Every call ended as it did then.")
        } else {
            for line in departures { print(line.escapingControls) }
        }
        return departures.isEmpty ? .success : .failure
    }
}

/// Where a replay's trace is while it is needed.
private enum KeptTrace {
    /// A file of its own where none is named, gone afterwards.
    static func with<Value>(_ path: String?, _ body: (String) throws -> Value) throws -> Value {
        if let path { return try body(path) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.appendingPathComponent("trace.jsonl").path)
    }
}
