import FoundationEssentials
import ProviderConfiguration
import Reporting
import SystemIO
import Trace
import Trials

/// A folder that repeats a failure anywhere: the provider, the document, what was done, what was seen.
///
/// It may come from a stranger. What it says is data: nothing in it is run, and its documents are made anew from their
/// recipes.
package struct ReproFolder: Codable, Hashable, Sendable {
    /// A reader refuses a newer one.
    package static let currentFormat = 2

    package var format = ReproFolder.currentFormat
    package var rule: Int
    package var cause: String
    package var trial: SoakTrial
    package var boundSeconds: Double
    /// How the importer was called; data, which runs only when somebody says so.
    package var importer: [String]
    package var isOwnImporter: Bool
    package var expected: String
    package var actual: String
    package var claimed: String
    package var failed: Int
    package var repetitions: Int

    package enum Failure: Error, CustomStringConvertible {
        case unreadable(String)
        case bad(String)
        case newer(Int)

        package var description: String {
            switch self {
            case .unreadable(let reason): reason
            case .bad(let reason): reason
            case .newer(let format): "it has format \(format), and this program knows up to \(currentFormat)"
            }
        }
    }

    package init(_ reproduction: Reproduction, setting: TrialRunner.Setting, isOwnImporter: Bool) {
        rule = reproduction.cause.rule
        cause = reproduction.cause.text
        trial = reproduction.trial
        boundSeconds = setting.bound.seconds
        importer = setting.importer.command
        self.isOwnImporter = isOwnImporter
        expected = ReproFolder.expectation(of: reproduction.cause.rule)
        actual = reproduction.violation?.truth ?? reproduction.cause.text
        claimed = reproduction.violation?.claimed ?? ""
        failed = reproduction.shrunk.failed
        repetitions = reproduction.shrunk.repetitions
    }

    package var wantedCause: Cause { Cause(rule: rule, text: cause, isUnprovoked: false) }

    // MARK: Reading

    /// - Throws: `Failure`.
    package init(reading folder: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) {
            bytes = try RegularFile.content(ofPath: "\(folder)/repro.json", limit: 1 << 24)
        } catch {
            throw .unreadable("“\(folder)/repro.json” can't be read: \(error)")
        }
        do {
            self = try JSONDecoder().decode(ReproFolder.self, from: Data(bytes))
        } catch {
            throw .bad("“\(folder)/repro.json” is no reproduction: \(error)")
        }
        guard format <= ReproFolder.currentFormat else { throw .newer(format) }
        for path in trial.documents.map(\.path) {
            let names = path.split(separator: "/", omittingEmptySubsequences: false)
            guard !path.hasPrefix("/"), !names.contains(".."), !names.contains(""), !path.contains("\0") else {
                throw .bad("“\(folder)/repro.json” names a document outside its provider: “\(path)”")
            }
        }
        guard trial.documents.allSatisfy({ $0.isModest }), trial.documents.count <= 1000, trial.steps.count <= 1000
        else { throw .bad("“\(folder)/repro.json” asks for more than a reproduction needs") }
    }

    // MARK: Writing

    /// Writes the folder, which must not be there.
    /// - Throws: `Failure`.
    package func write(to folder: String, trace: [TraceEvent]) throws(Failure) {
        do {
            try FileManager.default.createDirectory(atPath: "\(folder)/documents", withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(self).write(to: URL(filePath: "\(folder)/repro.json"))
            try trial.providerConfig.write(toFile: "\(folder)/provider.yaml", atomically: false, encoding: .utf8)
            try Data(ReproFolder.text(trace, trial)).write(to: URL(filePath: "\(folder)/trace.jsonl"))
            try readme(folder).write(toFile: "\(folder)/README.md", atomically: false, encoding: .utf8)
            for document in trial.documents {
                let path = "\(folder)/documents/\(document.path)"
                let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? folder
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
                try Data(document.bytes).write(to: URL(filePath: path))
            }
        } catch {
            throw .unreadable("“\(folder)” can't be written: \(error)")
        }
    }

    private static func text(_ trace: [TraceEvent], _ trial: SoakTrial) -> [UInt8] {
        var line = JSONLine()
        line.write(TraceHeader(mount: "", provider: "Soak", seed: trial.seed, startedAt: ""))
        for event in trace { line.write(event) }
        return line.bytes
    }

    private func readme(_ folder: String) -> String {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        let steps = trial.steps.map(\.words).joined(separator: ", then ")
        return """
            # Rule \(rule) broken: \(MarkdownText.escaped(cause))

            - Expected: \(expected)
            - Actual: \(MarkdownText.escaped(actual)); the importer \(MarkdownText.escaped(claimed)).
            - The provider: `provider.yaml` (\(trial.rules.count) rules). Its documents: `documents/`.
            - What was done: \(MarkdownText.escaped(steps)).
            - It failed \(failed) of \(repetitions) times. What the provider saw: `trace.jsonl`.
            - Repeat it: `fpsim repro \(name) --importer CMD`; exit 0 when it no longer fails.
            - By hand: `fpsim mount documents MOUNTPOINT --config provider.yaml`, then import from there.
            - The importer was (data, not run unless you say `--run-recorded`): \
            \(MarkdownText.escaped(ShellWords.joined(importer)))

            """
    }

    private static func expectation(of rule: Int) -> String {
        switch rule {
        case 1: "a cancelled or failed import adds no entry, and leaves the library as it was"
        case 2: "an available entry's file is whole: one version of the document, as the provider served it"
        case 3: "after a relaunch the entry opens, wherever the original and the library are by then"
        case 4: "nothing is overwritten, and each pick is an entry of its own"
        case 5: "after recovery nothing is left over"
        case 6: "every started scope is stopped, every claim released, and nothing is opened outside them"
        case 7: "an import ends within its bound, and nothing of it runs on"
        case 8: "with no fault in its way a valid document imports"
        default: "the trial itself can be carried out"
        }
    }
}

extension DocumentRecipe {
    /// Not larger than a reproduction has reason to be.
    fileprivate var isModest: Bool {
        switch content {
        case .pdf(let bytes), .noise(let bytes): (0...Int(DocumentRequest.sizeLimit.rawValue)).contains(bytes)
        case .cutPDF(let bytes, let percent):
            (0...Int(DocumentRequest.sizeLimit.rawValue)).contains(bytes) && (0...100).contains(percent)
        case .html, .empty: true
        }
    }
}

/// Text in Markdown that stays text.
enum MarkdownText {
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                result += "⟨U+" + String(scalar.value, radix: 16, uppercase: true) + "⟩"
                continue
            }
            if "\\`*_{}[]<>#|".unicodeScalars.contains(scalar) { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
