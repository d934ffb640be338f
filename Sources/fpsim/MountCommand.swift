import Arguments
import ProviderConfiguration
import ProviderServer
import ProviderSource
import SystemIO

enum MountCommand {
    private static let config = Option<String>(
        "config", short: "c", placeholder: "FILE",
        help: "A provider-config, by path or by name; several make one plan.", repeats: true)
    private static let seed = Option<UInt64>("seed", placeholder: "N", help: "Decide by this seed, not the config's.")
    private static let profile = Option<String>(
        "profile", placeholder: "NAME", help: "How strict the system is, whatever the config says.",
        completion: .choices(ProviderPlan.Profile.allCases.map(\.rawValue)))
    private static let trace = Option<String>("trace", placeholder: "FILE", help: "Write every operation to this file.")
    private static let foreground = Flag("foreground", short: "f", help: "Serve here, and print one line when ready.")
    private static let log = Option<String>("log", placeholder: "FILE", help: "Where a background mount's errors go.")
    private static let overlay = Option<String>(
        "overlay", placeholder: "DIR", help: "Keep what is written apart, and the source as it is.")
    private static let noPassthrough = Flag(
        "no-passthrough", help: "Serve every read and write here, also where the kernel could do it.")
    private static let companion = Option<Int>(
        "while", placeholder: "PID", help: "End when this process does, however it ends.", minimum: 1)
    private static let synthesize = Option<String>(
        "synthesize", placeholder: "SHAPE",
        help: "Make a tree instead of a source: files=1000,size=4KiB,fanout=1000,kind=data|pdf.")

    static let command: Command = .init(
        name: "mount", abstract: "mount a provider over a folder",
        discussion: """
            Without --config the mount is a plain mirror of SOURCE. It returns once the mount answers; the provider \
            goes on in the background until `fpsim unmount`. With --synthesize there is no SOURCE.
            """,
        options: [config, seed, profile, trace, foreground, log, overlay, synthesize, noPassthrough, companion],
        operands: [
            Operand("SOURCE", help: "The folder beneath, which no fault modifies."),
            Operand("MOUNTPOINT", .optional, help: "An empty folder, usually."),
        ],
        examples: [
            .init("fpsim mount ~/Documents /mnt/p", "a plain mirror"),
            .init("fpsim mount docs /mnt/p --config stalls-for-ever", "a provider that stalls"),
            .init("fpsim mount docs /mnt/p -c my.yaml --trace t.jsonl", "with a trace"),
        ]
    ) { invocation in
        let request = try request(invocation)
        if invocation[foreground] || BackgroundMount.isBackground { return try serve(request) }
        return try startInBackground(request, invocation)
    }

    static func request(_ invocation: Invocation) throws -> MountRequest {
        let beneath: MountRequest.Beneath
        let mountPoint: [UInt8]
        let first = invocation.operandBytes("SOURCE")
        if let shape = invocation[synthesize] {
            guard invocation.optionalOperand("MOUNTPOINT") == nil else {
                throw CommandFailure(.usage, "--synthesize makes the tree, so there is no SOURCE")
            }
            do throws(SynthesizedShape.ParseError) {
                beneath = .synthesized(try SynthesizedShape(shape))
            } catch {
                throw CommandFailure(.usage, "--synthesize: \(error)")
            }
            mountPoint = first
        } else {
            guard let second = invocation.operandBytesList("MOUNTPOINT").first else {
                throw CommandFailure(.usage, "no MOUNTPOINT", remedy: "Say: fpsim mount SOURCE MOUNTPOINT")
            }
            let source = RawPath(bytes: AbsolutePath.of(first))
            beneath =
                invocation.bytes(of: overlay).map { changes in
                    .overlay(source, changes: RawPath(bytes: AbsolutePath.of(changes)))
                } ?? .directory(source)
            mountPoint = second
        }
        let configs = invocation.all(config)
        var plan = configs.isEmpty ? .mirror : try ProviderConfigs.plan(configs)
        if let name = invocation[profile] { plan.profile = try ProviderConfigs.profile(name, invocation) }
        return MountRequest(
            beneath: beneath, mountPoint: RawPath(bytes: AbsolutePath.of(mountPoint)),
            plan: plan, seed: invocation[seed], traceFile: invocation[trace].map { AbsolutePath.of($0) },
            allowsPassthrough: !invocation[noPassthrough],
            companion: invocation[companion].map { Int32(clamping: $0) })
    }

    private static func serve(_ request: MountRequest) throws -> ExitCode {
        do throws(MountFailure) {
            try MountProcess.run(request) {
                if BackgroundMount.isBackground {
                    BackgroundMount.becameReady()
                } else {
                    Console.printNow("ready: \(request.plan.provider) on \(request.mountPoint)")
                }
            }
        } catch {
            throw CommandFailure(error)
        }
        return .success
    }

    private static func startInBackground(_ request: MountRequest, _ invocation: Invocation) throws -> ExitCode {
        if let log = invocation[log] {
            do throws(Errno) {
                // Now, while there is somebody to tell.
                _ = try FileDescriptor.workingDirectory.open(AbsolutePath.of(log), [.writeOnly, .create, .append])
            } catch {
                throw CommandFailure(.cannotCreate, "\(log): the log can't be written: \(error)")
            }
        }
        switch try BackgroundMount.start(Program.words, log: invocation[log].map { AbsolutePath.of($0) }) {
        case .ready(_, let said):
            if !said.isEmpty { Terminal.writeError(said) }
            return .success
        case .failed(let text, let code):
            Console.warn(text.hasSuffix("\n") ? String(text.dropLast()) : text)
            return ExitCode(rawValue: code)
        }
    }
}

extension CommandFailure {
    init(_ failure: MountFailure) {
        let code: ExitCode =
            switch failure {
            case .source, .mountPoint: .noInput
            case .mountPointInSource: .usage
            case .overlay: .cannotCreate
            case .dead: .deadMount
            case .alreadyMounted: .alreadyMounted
            case .noDevice, .controlSocket, .refused: .unavailable
            case .traceFile: .cannotCreate
            case .traceNotWhole: .ioError
            }
        let remedy: String? =
            switch failure {
            case .dead(let path): "Clear it with: fpsim unmount \(path)"
            case .mountPointInSource: "Use a folder outside of the source."
            case .alreadyMounted(let path): "See it with: fpsim status \(path)"
            case .noDevice(.permissionDenied): "Your user needs access to /dev/fuse."
            default: nil
            }
        self.init(code, failure.description, remedy: remedy)
    }
}
