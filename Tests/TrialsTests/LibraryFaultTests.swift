import FaultInjection
import ProviderConfiguration
import Testing

@testable import Trials

@Suite struct LibraryFaultTests {
    @Test(arguments: LibraryFault.Kind.deaths)
    func `a death comes at one of the operations, and an import is excused by it`(kind: LibraryFault.Kind) throws {
        let fault = LibraryFault(kind, at: ["rename", "link"], nth: 3)
        #expect(fault.isDeath)
        let rules = try rules(fault)
        #expect(rules.allSatisfy { $0.trigger.nth.count == 1 && $0.trigger.counting == .perRule }, "\(rules)")
    }

    @Test func `a slow disk delays each of its operations, and excuses nothing`() throws {
        #expect(!LibraryFault.slowDisk.isDeath)
        let rules = try rules(.slowDisk)
        #expect(rules.count == 1)
        #expect(rules.allSatisfy { $0.trigger.isUnlimited && $0.fault.kind == .delay }, "\(rules)")
    }

    private func rules(_ fault: LibraryFault) throws -> [Rule] {
        let text = fault.yaml(under: "library")
        let (rules, problems) = PlanLoader().load(rules: Array(text.utf8), name: "rules")
        #expect(problems.isEmpty, "\(problems)\n\(text)")
        return rules
    }
}
