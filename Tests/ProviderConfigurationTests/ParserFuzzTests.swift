import FaultInjection
import Glibc
import ProviderConfiguration
import ProviderModel
import SystemIO
import Testing

/// Spoils configs of the catalogue at random, the same way for the same seed. `FPSIM_FUZZ=100000` runs longer,
/// `FPSIM_FUZZ_SEED` repeats a run.
@Suite struct ParserFuzzTests {
    private static let folder =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/provider-configs"
    private static let rounds = getenv("FPSIM_FUZZ").flatMap { Int(String(cString: $0)) } ?? 1200
    private static let seed =
        getenv("FPSIM_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? UInt64.random(in: 0..<1_000_000)

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 1
            var hash = StableHash(seed: state)
            hash.combine(state)
            return hash.value
        }
    }

    private func corpus() throws -> [[UInt8]] {
        try ConfigurationCatalogue(folder: ParserFuzzTests.folder).entries.map {
            try RegularFile.content(ofPath: $0.path, limit: 1 << 20)
        }
    }

    @Test func `No spoilt config crashes or hangs the parser, and none is refused without a place in it`() throws {
        print("FPSIM_FUZZ_SEED=\(ParserFuzzTests.seed)")
        var random = Generator(state: ParserFuzzTests.seed)
        let corpus = try corpus()
        for _ in 0..<ParserFuzzTests.rounds {
            let text = spoil(corpus.randomElement(using: &random)!, corpus, &random)
            let outcome = PlanLoader().load([("f", text)])
            let report = Comment(rawValue: String(decoding: text, as: UTF8.self))
            #expect((outcome.plan == nil) == !outcome.errors.isEmpty, report)
            let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for problem in outcome.problems {
                #expect(problem.position.line >= 1 && problem.position.line <= lines.count + 1, report)
                #expect(problem.position.column >= 1, report)
                #expect(!problem.message.contains("\n"), report)
            }
        }
    }

    private func spoil(_ bytes: [UInt8], _ corpus: [[UInt8]], _ random: inout Generator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes[place] = Array("{}[]:,&*!|>'\"%@`#-?\n\t \\".utf8).randomElement(using: &random)!
            case 4:
                let other = corpus.randomElement(using: &random)!
                let from = Int.random(in: 0..<other.count, using: &random)
                bytes.replaceSubrange(place..<end, with: other[from..<min(other.count, from + 60)])
            case 5: bytes.insert(contentsOf: Array(repeating: bytes[place], count: 300), at: place)
            case 6: bytes = Array(bytes[..<place])
            default:
                let words = [
                    "99999999999999999999", "-1", "~", "<<: *a", "&a", "---\n", "\u{FEFF}", "\u{2028}", "0x", "1e9",
                ]
                bytes.insert(contentsOf: Array(words.randomElement(using: &random)!.utf8), at: place)
            }
        }
        return bytes
    }

    @Test func `Another letter or digit anywhere is noticed: it is an error, or the plan is another`() throws {
        print("FPSIM_FUZZ_SEED=\(ParserFuzzTests.seed)")
        var random = Generator(state: ParserFuzzTests.seed)
        let corpus = try corpus()
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
        for _ in 0..<ParserFuzzTests.rounds {
            let original = corpus.randomElement(using: &random)!
            let places = original.indices.filter { letters.contains(original[$0]) }
            var changed = original
            let place = places.randomElement(using: &random)!
            changed[place] = letters.filter { $0 != original[place] }.randomElement(using: &random)!
            let before = PlanLoader().load([("f", original)])
            let after = PlanLoader().load([("f", changed)])
            #expect(
                !after.problems.isEmpty || after.plan != before.plan,
                Comment(rawValue: String(decoding: changed, as: UTF8.self)))
        }
    }

    @Test func `Texts that are built to be hard are refused or read, in a bounded time`() {
        let clock = ContinuousClock()
        let hard: [String] = [
            String(repeating: "{a: ", count: 100_000), String(repeating: "- ", count: 100_000),
            String(repeating: "? ", count: 50_000), String(repeating: "a: &a\n", count: 20_000),
            "provider: " + String(repeating: "x", count: 2_000_000), String(repeating: "\n", count: 1_000_000),
            "provider: \"" + String(repeating: "\\n", count: 300_000), "%YAML 9.9\n---\nprovider: P",
            "provider: P\nrules:\n" + String(repeating: "- {}\n", count: 20_000),
            "provider: P\nitems: [" + String(repeating: "{match: '**', sate: 1}, ", count: 10_000) + "]",
            "provider: P\nrules: [{do: {deny: EIO}, when: {path: '" + String(repeating: "{a,b}", count: 500) + "'}}]",
            "provider: P\nrules:\n" + String(repeating: "- {do: {deny: EIO}}\n", count: 8000),
            "provider: P\nitems:\n" + (0..<8000).map { "- {match: a\($0)}\n" }.joined(),
            "provider: P\nexpect:\n" + (0..<8000).map { "- {document: a\($0), outcome: failed}\n" }.joined(),
            String(repeating: "#", count: 2_000_000), "provider: |\n" + String(repeating: "  x\n", count: 100_000),
        ]
        for text in hard {
            let taken = clock.measure { _ = PlanLoader().load([("f", Array(text.utf8))]) }
            // Each takes well under a second on its own; a hang takes for ever.
            #expect(taken < .seconds(30), Comment(rawValue: String(text.prefix(40))))
        }
    }
}
