import Arguments
import Conformance
import Glibc
import SystemIO

enum WorkloadCommands {
    static let root = Command(
        name: "fpsim-workload", abstract: "load a folder, measure it, and hold it to the conformance suite",
        subcommands: [row, stall, claims, claim, conformance, random])

    private static let count = Option<Int>("count", help: "How many files or operations.", minimum: 1)
    private static let size = Option<Int>("size", placeholder: "BYTES", help: "How large a file is.")
    private static let block = Option<Int>("block", placeholder: "BYTES", help: "How much one call moves.", minimum: 1)
    private static let passes = Option<Int>("passes", help: "How often the work is done.", minimum: 1)
    private static let seed = Option<UInt64>("seed", help: "The first run's seed.")
    private static let runs = Option<Int>("runs", help: "How many runs, each with the next seed.", minimum: 1)
    private static let bare = Option<String>("against", placeholder: "FOLDER", help: "Must do the same as this one.")

    private static let row = Command(
        name: "row", abstract: "run one kind of load and print its figures as JSON",
        options: [count, size, block, passes],
        operands: [
            Operand("ROW", help: "Which.", completion: .choices(Row.allCases.map(\.rawValue))),
            Operand("FOLDER", help: "Where."),
        ]
    ) { invocation in
        guard let row = Row(rawValue: invocation.operand("ROW")) else {
            throw UnknownRow(name: invocation.operand("ROW"))
        }
        var options = Row.Options()
        if let count = invocation[count] { options.count = count }
        if let size = invocation[size] { options.size = size }
        if let block = invocation[block] { options.block = block }
        if let passes = invocation[passes] { options.passes = passes }
        try Call.check("chdir \(invocation.operand("FOLDER"))", chdir(invocation.operand("FOLDER")))
        print(try row.run(options).json)
        return .success
    }

    private static let stall = Command(
        name: "stall", abstract: "hold many readers of a file until standard input ends", options: [count],
        operands: [Operand("FILE", help: "The file.")]
    ) { invocation in
        try StalledReaders.run(file: invocation.operand("FILE"), count: invocation[count] ?? 3000)
        return .success
    }

    private static let conformance = Command(
        name: "conformance", abstract: "play every case of the suite", options: [bare],
        operands: [Operand("FOLDER", help: "Where; what is in it stays.")]
    ) { invocation in
        var failed = 0
        for play in ConformanceCase.playable {
            let record = try play.run(in: invocation.operand("FOLDER"))
            var problems = record.violations.map { "\(play.name): \($0)" }
            if let bare = invocation[bare], let difference = record.difference(from: try play.run(in: bare)) {
                problems = [difference]
            }
            if !problems.isEmpty { failed += 1 }
            for problem in problems { print(problem) }
        }
        let played = ConformanceCase.playable.count
        print("\(played - failed) passed, \(failed) failed, \(ConformanceCase.all.count - played) not played")
        return failed == 0 ? .success : ExitCode(rawValue: 1)
    }

    private static let random = Command(
        name: "random", abstract: "compare random operations with a model", options: [count, seed, runs],
        operands: [
            Operand("KIND", help: "Which operations.", completion: .choices(["data", "tree"])),
            Operand("FOLDER", help: "Where; what is in it stays."),
        ]
    ) { invocation in
        let first = invocation[seed] ?? UInt64.random(in: 1...999_999)
        for seed in first..<(first + UInt64(invocation[runs] ?? 1)) {
            let (folder, count) = (invocation.operand("FOLDER"), invocation[count] ?? 5000)
            let failure =
                invocation.operand("KIND") == "data"
                ? try RandomRun<DataOperation>.run(seed: seed, count: count, in: folder)
                : try RandomRun<TreeOperation>.run(seed: seed, count: count, in: folder)
            print(failure.map(\.description) ?? "seed \(seed), \(count) operations: agreed")
            fflush(nil)
            if failure != nil { return ExitCode(rawValue: 1) }
        }
        return .success
    }
}

struct UnknownRow: Error, CustomStringConvertible {
    let name: String
    var description: String {
        "there is no row '\(name)'; there are \(Row.allCases.map(\.rawValue).joined(separator: ", "))"
    }
}
