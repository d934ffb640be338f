/// All that a run of trials found out: what every report is made of, and what `--json` prints.
package struct RunRecord: Codable, Hashable, Sendable {
    /// What ran: matrix, soak or sweep.
    package var kind: String
    /// ISO 8601, UTC.
    package var startedAt: String
    package var seconds: Double
    /// The system that it ran on: operating system and kernel with their builds.
    package var system: Build
    /// The importer under test, as the app.
    package var app: Build
    /// The program that judged.
    package var judge: Build
    package var seed: UInt64?
    package var trials: [TrialRecord]
    /// What no run on Linux can show, to be filled in on a device.
    package var manualChecks: [ManualCheck]
    /// Of a soak: its figures and findings; `trials` are then only those that were kept.
    package var soak: SoakRecord?

    package init(
        kind: String, startedAt: String, seconds: Double = 0, system: Build, app: Build, judge: Build,
        seed: UInt64? = nil, trials: [TrialRecord] = [], manualChecks: [ManualCheck] = [],
        soak: SoakRecord? = nil
    ) {
        self.kind = kind
        self.startedAt = startedAt
        self.seconds = seconds
        self.system = system
        self.app = app
        self.judge = judge
        self.seed = seed
        self.trials = trials
        self.manualChecks = manualChecks
        self.soak = soak
    }

    /// A program or system by name, version and build.
    package struct Build: Codable, Hashable, Sendable {
        package var name: String
        package var version: String
        package var build: String

        package init(name: String, version: String, build: String) {
            self.name = name
            self.version = version
            self.build = build
        }
    }

    /// Whether every trial held.
    package var held: Bool { trials.allSatisfy { $0.verdict != .failed } }
}

/// A row that stays a manual check on a device.
package struct ManualCheck: Codable, Hashable, Sendable {
    package var name: String
    /// What to do, and what to look for.
    package var instructions: String
    /// What a person saw: empty until somebody did it.
    package var result: String
    package var device: String
    package var date: String

    package init(name: String, instructions: String, result: String = "", device: String = "", date: String = "") {
        self.name = name
        self.instructions = instructions
        self.result = result
        self.device = device
        self.date = date
    }
}

extension RunRecord {
    /// The line that repeats a finding; nil where nothing was kept of it.
    package func command(repeating finding: FindingRecord) -> String? {
        guard let folder = finding.folder else { return nil }
        let isOwn = app.name == RunRecord.ownImporter
        return "fpsim repro \(Self.quoted(folder))" + (isOwn ? "" : " --importer \(Self.quoted(app.name))")
    }

    /// What fpsim's own importer is called in a record.
    package static let ownImporter = "fpsim importer"

    /// As one word of a shell's.
    private static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.allSatisfy({ $0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0) }) { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
