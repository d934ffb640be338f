import Arguments
import FoundationEssentials
import Reporting
import Soak
import SystemIO

enum MergeCommand {
    private static let out = Option<String>(
        "out", short: "o", placeholder: "DIR", help: "Write the joined report here.", completion: .directory)
    private static let json = Flag("json", help: "Print the record as JSON, and nothing else, on standard output.")

    static let command: Command = .init(
        name: "merge", abstract: "join the shards of a soak into one report",
        discussion: "The exit code is that of the whole soak: 0 where no rule was broken, 1 where one was.",
        options: [out, json],
        operands: [
            Operand("DIR", .atLeastOne, help: "A folder that 'fpsim soak --out' wrote.", completion: .directory)
        ],
        examples: [.init("fpsim merge --out whole shard-*", "all shards of a soak")]
    ) { invocation in
        var parts: [RunRecord] = []
        for folder in invocation.operandList("DIR") { parts.append(try read("\(folder)/report.json")) }
        let run: RunRecord
        do throws(RunRecord.MergeFailure) {
            run = try RunRecord.merging(parts)
        } catch {
            throw CommandFailure(.badData, "these can't be joined: \(error)")
        }
        if let missing = run.soak?.missingShards, !missing.isEmpty {
            Console.warn("not the whole soak: the shards \(missing.joined(separator: ", ")) are missing")
        }
        if let folder = invocation[out] {
            do { try SoakReportWriter.write(run, to: folder) } catch {
                throw CommandFailure(.cannotCreate, "the report can't be written to “\(folder)”: \(error)")
            }
        }
        if invocation[json] { print(JSONReport.text(for: run), terminator: "") } else { print(SoakText.summary(run)) }
        return run.soak?.findings.isEmpty == true ? .success : .failure
    }

    private static func read(_ path: String) throws -> RunRecord {
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) {
            bytes = try RegularFile.content(ofPath: path, limit: 1 << 28)
        } catch {
            throw CommandFailure(.noInput, "“\(path.escapingControls)” can't be read: \(error)")
        }
        do {
            return try JSONReport.read(bytes)
        } catch {
            throw CommandFailure(.badData, "“\(path.escapingControls)” is no record of a run: \(error)")
        }
    }
}
