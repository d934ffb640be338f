import Arguments
import ProviderConfiguration

enum ConfigsCommand {
    private static let search = Option<String>(
        "search", placeholder: "WORD", help: "Only those whose name, text or reports hold this word.", completion: .none
    )
    private static let explain = Option<String>(
        "explain", placeholder: "NAME", help: "Say in plain words what this config does.", completion: .none)
    private static let index = Flag("index", help: "Print which report each config reproduces, as Markdown.")

    static let command: Command = .init(
        name: "configs", abstract: "list the provider-configs that come with the program",
        discussion: """
            Each can be given by its name to every command that takes a provider-config. The folder is \
            provider-configs beside the program, or the one that the variable FPSIM_CONFIGS names.
            """,
        options: [search, explain, index],
        examples: [
            .init("fpsim configs --search onedrive", "what there is about OneDrive"),
            .init("fpsim configs --explain stalls-for-ever", "what one does"),
            .init("fpsim mount ~/Documents /mnt/p --config stalls-for-ever", "use it"),
        ]
    ) { invocation in
        if let name = invocation[explain] {
            print(PlanExplanation(try ProviderConfigs.plan([name])).text, terminator: "")
            return .success
        }
        let catalogue = try ProviderConfigs.catalogue()
        let listing = CatalogueListing(catalogue, loader: ProviderConfigs.loader)
        if invocation[index] {
            print(listing.index, terminator: "")
            return .success
        }
        let found = listing.matching(invocation[search])
        if let word = invocation[search], found.isEmpty {
            throw CommandFailure(.failure, "no provider-config has to do with '\(word)'")
        }
        print(CatalogueListing.overview(found), terminator: "")
        for problem in listing.problems { Console.warn(problem.description) }
        return listing.problems.contains { $0.severity == .error } ? .badData : .success
    }
}
