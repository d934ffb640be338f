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
}
