import Arguments
import FoundationEssentials
import ProviderConfiguration
import Reporting
import SystemIO
import Trials

/// What all commands that run trials share.
enum TrialOptions {
    static let importer = Option<String>(
        "importer", placeholder: "CMD", help: "The importer under test (default: fpsim's own).")
    static let jobs = Option<Int>("jobs", short: "j", help: "Trials at a time (default: 1).", minimum: 1)
    static let seed = Option<UInt64>("seed", help: "Use this seed instead of the config's.")
    static let bound = Option<Duration>(
        "bound", help: "How long one import may take (default: 30s); the importer sees it as FPSIM_BOUND.")
    static let profile = Option<String>(
        "profile", placeholder: "NAME",
        help:
            "How strict the system is, whatever configs say: what the semantics leave open is done one way or another.",
        completion: .choices(ProviderPlan.Profile.allCases.map(\.rawValue)))
    static let work = Option<String>(
        "work", placeholder: "DIR",
        help: "Where trials have their folders (default: /dev/shm where it has room, else $TMPDIR).",
        completion: .directory)

    static func setting(_ invocation: Invocation, documents folder: String?) throws -> TrialRunner.Setting {
        ContainedRun.claimAllOrphans()
        let program = ProjectFiles.program
        var tested = ImporterUnderTest.own(program: program)
        if let line = invocation[importer] {
            guard let importer = ImporterUnderTest(commandLine: line) else {
                throw UsageError("option --importer '\(line)': no command", path: invocation.path)
            }
            tested = importer
        }
        let documents: TrialDocuments
        do throws(TrialFailure) {
            documents = try folder.map { path throws(TrialFailure) in try TrialDocuments(folder: path) } ?? .usual
        } catch {
            throw CommandFailure(.noInput, error.description)
        }
        return TrialRunner.Setting(
            program: program, importer: tested, bound: invocation[bound] ?? .seconds(30), documents: documents,
            seed: invocation[seed],
            profile: try invocation[profile].map { try ProviderConfigs.profile($0, invocation).rawValue })
    }

    /// The setting with what the importer leaves beside its entries after a clean import. What killed trials left is
    /// cleared before.
    static func measured(_ setting: TrialRunner.Setting, _ invocation: Invocation) throws -> TrialRunner.Setting {
        var setting = setting
        AbandonedWork.clear(in: setting.parent, program: setting.program)
        do throws(TrialFailure) {
            setting.baseline = try ImporterBaseline.measure(setting)
        } catch {
            if Interruption.wasAsked { throw CommandFailure(.interrupted, "interrupted") }
            throw CommandFailure(.failure, error.description)
        }
        return setting
    }

    /// A record to be filled, with who and where.
    static func run(_ kind: String, _ invocation: Invocation, _ setting: TrialRunner.Setting) -> RunRecord {
        let fpsim = RunRecord.Build(name: "fpsim", version: VersionCommand.version, build: build(ProjectFiles.program))
        let app =
            invocation[importer].map { line in
                RunRecord.Build(name: line, version: "", build: build(setting.importer.command[0]))
            } ?? RunRecord.Build(name: RunRecord.ownImporter, version: fpsim.version, build: fpsim.build)
        return RunRecord(
            kind: kind, startedAt: Date.now.ISO8601Format(), system: .system, app: app, judge: fpsim,
            seed: invocation[seed])
    }

    /// A program's build is known by its bytes.
    private static func build(_ path: String) -> String {
        FileTree.digest(of: path).map { "sha256 \($0.sha256.prefix(16))" } ?? ""
    }
}

extension String {
    /// With every control character as `\x1b`, since names come from strangers and terminals obey them.
    var escapingControls: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                let digits = String(scalar.value, radix: 16)
                text += "\\x" + (digits.count < 2 ? "0" : "") + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// A message that no name or word in it can break or fill a screen with.
    var asOneLine: String {
        let line = split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingControls }
            .joined(separator: "\\n")
        return line.count > 4000 ? "\(line.prefix(3000))…\(line.suffix(500))" : line
    }

    func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }
}
