import FaultInjection
import ProviderConfiguration
import Testing

@Suite struct FaultReaderTests {
    @Test(arguments: Fault.Kind.allCases)
    func `The example of a fault's row is what the parser takes`(kind: Fault.Kind) throws {
        let text = "provider: P\nrules: [{do: {\(kind.entry.example)}}]"
        let outcome = PlanLoader().load([("a", Array(text.utf8))])
        #expect(outcome.problems.map(\.description) == [])
        #expect(try #require(outcome.plan).rules.first?.fault.kind == kind)
    }

    @Test(arguments: Fault.Kind.allCases)
    func `A fault without what it needs is refused, and so is a detail that it hasn't`(kind: Fault.Kind) {
        let bare = PlanLoader().load([("a", Array("provider: P\nrules: [{do: {\(kind.rawValue): {}}}]".utf8))])
        let needsSomething = kind.entry.fields.contains(where: \.required) || kind == .delay
        #expect((bare.plan == nil) == needsSomething)
        let odd = PlanLoader().load([("a", Array("provider: P\nrules: [{do: {\(kind.rawValue): {xyzzy: 1}}}]".utf8))])
        #expect(odd.errors.contains { $0.message.contains("has no detail 'xyzzy'") })
    }

    @Test(arguments: Fault.Kind.allCases)
    func `A fault is written as it is read`(kind: Fault.Kind) throws {
        let examples =
            [kind.entry.example] + FaultReaderTests.furtherExamples.filter { $0.hasPrefix(kind.rawValue + ":") }
        for example in examples {
            let fault = try #require(read(example))
            #expect(read(fault.spelling) == fault, "\(example) is written as \(fault.spelling)")
        }
    }

    private static let furtherExamples = [
        "delay: 200ms", "stall: {}", "stall: 3s", "fail: {errno: ENOSPC, at: 12.5%}", "zeros: 1B", "report-mode: 0644",
        "report-size: 40%", "replace: {with: item, item: 'a b/c\"d.pdf', in-place: true, same-identity: false}",
        "move: {to: ., coordinated: true}", "rename: \"x\\n*\"", "conflict-copy: '* (2)'", "die: {}", "hang: forever",
        "grow: {from: 64KiB, over: 1500ms}", "corrupt: {bytes: 3, from: 10%}", "report-content-type: com.adobe.pdf",
    ]

    private func read(_ fault: String) -> Fault? {
        PlanLoader().load([("a", Array("provider: P\nrules: [{do: {\(fault)}}]".utf8))]).plan?.rules.first?.fault
    }
}
