import FaultInjection
import Testing

@Suite struct FaultTableTests {
    @Test(arguments: Fault.Kind.allCases)
    func `A fault's row is its own and is whole`(kind: Fault.Kind) {
        let entry = kind.entry
        #expect(entry.kind == kind)
        #expect(entry.about.hasSuffix("."))
        #expect(!entry.usualOperations.isEmpty)
        #expect(entry.operations.isSuperset(of: entry.usualOperations))
        #expect(entry.example.hasPrefix(kind.rawValue + ":"))
        #expect(Set(entry.fields.map(\.name)).count == entry.fields.count)
        if let shorthand = entry.shorthand { #expect(entry.fields.contains { $0.name == shorthand }) }
    }

    @Test func `Operation sets hold what they were made of`() {
        for operation in Operation.allCases {
            #expect(OperationSet([operation]).operations == [operation])
        }
        #expect(OperationSet.all.operations == Operation.allCases)
        for condition in Condition.allCases {
            #expect(ConditionSet([condition]).conditions == [condition])
        }
    }
}
