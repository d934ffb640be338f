import ProviderConfiguration
import ProviderModel
import Testing

@Suite struct ProviderPlanTests {
    @Test func `The first item rule that matches wins`() throws {
        var plan = ProviderPlan(provider: "Drive")
        plan.items = [
            ItemRule(match: try PathPattern("**/*.pdf"), state: .dataless),
            ItemRule(match: try PathPattern("**")),
        ]
        #expect(plan.itemRule(for: "a/b.pdf")?.state == .dataless)
        #expect(plan.itemRule(for: "a/b.txt")?.state == .materialized)
    }
}
