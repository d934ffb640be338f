import Arguments
import Glibc
import ProviderConfiguration
import ProviderServer
import SystemIO

/// How every command finds and loads provider-configs: by path, or by the name of one that comes with the program.
enum ProviderConfigs {
    static let loader = PlanLoader(objection: FaultSupport.objection)

    /// The configs that come with the program.
    static func catalogue() throws -> ConfigurationCatalogue {
        guard let found = ConfigurationCatalogue.find(environment: environment, program: programPath) else {
            throw CommandFailure(
                .noInput, "there is no folder of provider-configs beside the program",
                remedy: "Set FPSIM_CONFIGS to the folder.")
        }
        return found
    }

    /// The plan of these configs, as one. Warnings go to standard error.
    /// - Throws: `CommandFailure`, after all errors were printed.
    static func plan(_ names: [String]) throws -> ProviderPlan {
        let outcome = try load(names)
        for problem in outcome.problems { Console.warn(problem.description) }
        guard let plan = outcome.plan else {
            throw CommandFailure(.badData, "the provider-config has \(count(outcome.errors.count, "error"))")
        }
        return plan
    }

    /// The profile of an option.
    static func profile(_ name: String, _ invocation: Invocation) throws -> ProviderPlan.Profile {
        if let profile = ProviderPlan.Profile(rawValue: name) { return profile }
        let names = ProviderPlan.Profile.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("option --profile '\(name)': there are \(names)", path: invocation.path)
    }

    /// - Throws: `CommandFailure` with `noInput` where a name is neither a file nor a config's.
    static func load(_ names: [String]) throws -> PlanLoader.Outcome {
        loader.load(paths: try names.map(path))
    }

    static func path(_ name: String) throws -> String {
        switch ConfigurationCatalogue.path(forConfig: name, environment: environment, program: programPath) {
        case .success(let path): return path
        case .failure(let problem):
            throw CommandFailure(
                .noInput, "\(name): \(problem.message)" + (problem.suggestion.map { "; \($0)" } ?? ""))
        }
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static var environment: [String: String] {
        getenv("FPSIM_CONFIGS").map { ["FPSIM_CONFIGS": String(cString: $0)] } ?? [:]
    }

    /// Where the running program is, links resolved by the kernel.
    private static var programPath: String {
        SymbolicLink.target(of: Array("/proc/self/exe".utf8)).map { String(decoding: $0, as: UTF8.self) } ?? "/"
    }
}
