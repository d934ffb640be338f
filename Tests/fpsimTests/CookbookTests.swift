import Foundation
import Testing

/// What the README says that commands print is what they print.
@Suite struct CookbookTests {
    struct Recipe: Sendable, CustomTestStringConvertible {
        let config: String
        let yaml: [Substring]
        let output: [Substring]

        var testDescription: String { config }
    }

    static let recipes: [Recipe] = {
        guard let readme = try? String(contentsOfFile: BuiltProgram.package + "/README.md", encoding: .utf8) else {
            return []
        }
        var fences: [(language: Substring, lines: [Substring])] = []
        for (number, part) in readme.split(separator: "```", omittingEmptySubsequences: false).enumerated() {
            guard number % 2 == 1 else { continue }
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
            fences.append((lines[0], Array(lines.dropFirst().dropLast())))
        }
        return zip(fences, fences.dropFirst()).compactMap { config, output in
            let command = "$ fpsim trial "
            guard config.language == "yaml", let first = output.lines.first, first.hasPrefix(command) else {
                return nil
            }
            return Recipe(
                config: String(first.dropFirst(command.count)), yaml: config.lines,
                output: Array(output.lines.dropFirst()))
        }
    }()

    @Test func `There are ten`() {
        #expect(CookbookTests.recipes.count == 10)
    }

    @Test(arguments: recipes) func `A recipe prints what the README says`(_ recipe: Recipe) throws {
        let run = try BuiltProgram.fpsim(["trial", recipe.config])
        #expect(run.exit == .exited(0))
        let printed = run.output.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(printed.map(withoutFigures) == recipe.output.map(withoutFigures))
    }

    @Test(arguments: recipes) func `A recipe's config is the one in the catalogue`(_ recipe: Recipe) throws {
        let folder = BuiltProgram.package + "/provider-configs"
        let paths = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        let path = try #require(paths.first { $0.hasSuffix("/\(recipe.config).yaml") })
        let lines = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8).split(separator: "\n")
        #expect(!recipe.yaml.isEmpty)
        for line in recipe.yaml { #expect(lines.contains(line)) }
    }

    /// Moments and sizes along the way differ from run to run.
    private func withoutFigures(_ line: Substring) -> String {
        String(line.replacing(/[0-9]+/, with: "#"))
    }
}
