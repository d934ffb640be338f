import Arguments
import FaultInjection
import ProviderConfiguration

enum FaultsCommand {
    private static let markdown = Flag("markdown", help: "Print the table as Markdown: the README's is this.")
    private static let vocabulary = Flag("words", help: "Print the operations and conditions that rules can name.")

    static let command: Command = .init(
        name: "faults", abstract: "list the faults that a provider-config can name",
        options: [markdown, vocabulary],
        operands: [
            Operand("FAULT", .any, help: "Say everything about these only.", completion: .none)
        ],
        examples: [
            .init("fpsim faults", "all of them, by family"),
            .init("fpsim faults stall", "one with its details"),
        ]
    ) { invocation in
        let names = invocation.operandList("FAULT")
        if invocation[markdown] {
            print(FaultListing.markdown, terminator: "")
        } else if invocation[vocabulary] {
            print(FaultListing.vocabulary, terminator: "")
        } else if names.isEmpty {
            print(FaultListing.overview, terminator: "")
        }
        for (index, name) in names.enumerated() {
            let (kind, nearest) = FaultListing.find(name)
            guard let kind else {
                throw CommandFailure(
                    .usage, "there is no fault '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
            }
            print((index > 0 ? "\n" : "") + FaultListing.details(of: kind), terminator: "")
        }
        return .success
    }
}
