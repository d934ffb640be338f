import FaultInjection
import ProviderModel
import SystemIO

/// Reads provider-configs into one checked plan, or says everything that is wrong with them at once.
///
/// Several files make one plan: their lists follow each other in the order of the files, and of what a plan has only
/// one, the last file that states it wins.
package struct PlanLoader: Sendable {
    /// Larger than any config that a person or a program has a reason to write.
    package static let sizeLimit = 16 << 20

    /// Why a mount can't carry a rule out, or nil. A rule that would be ignored in silence must be refused instead.
    let objection: @Sendable (Rule) -> String?

    package init(objection: @escaping @Sendable (Rule) -> String? = { _ in nil }) {
        self.objection = objection
    }

    /// What loading came to.
    package struct Outcome: Sendable {
        /// Nil if there is an error.
        package let plan: ProviderPlan?
        /// Errors and warnings, by file and place.
        package let problems: [ConfigurationProblem]

        package var errors: [ConfigurationProblem] { problems.filter { $0.severity == .error } }
        package var warnings: [ConfigurationProblem] { problems.filter { $0.severity == .warning } }
    }

    /// Loads files by path, as one plan.
    package func load(paths: [String]) -> Outcome {
        var problems = ProblemList()
        var sources: [(name: String, bytes: [UInt8])] = []
        for path in paths {
            do throws(RegularFile.ReadError) {
                sources.append((path, try RegularFile.content(ofPath: path, limit: PlanLoader.sizeLimit)))
            } catch {
                problems.error(SourcePosition(file: path, line: 1, column: 1), PlanLoader.explain(error))
            }
        }
        return load(sources, problems)
    }

    /// Loads texts that are in memory, each with the name that its problems carry.
    package func load(_ sources: [(name: String, bytes: [UInt8])]) -> Outcome {
        load(sources, ProblemList())
    }

    /// Loads rules alone, as `fpsim rules add` takes them: a config, or only a list of rules.
    package func load(rules bytes: [UInt8], name: String) -> (rules: [Rule], problems: [ConfigurationProblem]) {
        var problems = ProblemList()
        var reader = PlanReader(problems: problems)
        if let root = YAMLParser.parse(bytes, file: name, problems: &problems) {
            reader = PlanReader(problems: problems)
            switch root.content {
            case .sequence(let nodes): reader.readRules(nodes)
            default: reader.readRules(in: root)
            }
            RuleChecker.check(&reader, objection)
            problems = reader.problems
        }
        let sorted = problems.sorted(files: [name])
        return (problems.hasErrors ? [] : reader.plan.rules, sorted)
    }

    private func load(_ sources: [(name: String, bytes: [UInt8])], _ earlier: ProblemList) -> Outcome {
        var problems = earlier
        var roots: [YAMLNode] = []
        for source in sources {
            if let root = YAMLParser.parse(source.bytes, file: source.name, problems: &problems) { roots.append(root) }
        }
        var reader = PlanReader(problems: problems)
        for root in roots { reader.read(root) }
        reader.finish()
        RuleChecker.check(&reader, objection)
        let files = sources.map(\.name)
        return Outcome(
            plan: reader.problems.hasErrors || roots.isEmpty ? nil : reader.plan,
            problems: reader.problems.sorted(files: files))
    }

    private static func explain(_ error: RegularFile.ReadError) -> String {
        switch error {
        case .system(let errno): "the file can't be read: \(errno)"
        case .notRegular: "\(error)"
        case .tooLarge(let limit): "the file is larger than \(ByteCount(limit))"
        }
    }
}
