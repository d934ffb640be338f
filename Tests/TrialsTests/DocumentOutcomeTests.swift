import ProviderConfiguration
import Testing

@testable import Trials

@Suite struct DocumentOutcomeTests {
    private func outcome(
        exit: Int32, entry: ReportedEntry? = nil, failure: ReportedFailure? = nil, listed: Bool = false
    ) -> DocumentOutcome {
        let attempt = Attempt(
            document: "a", pickedPath: "a", result: ImportResult(exitCode: exit, entry: entry, failure: failure))
        let listing = listed ? [ListedEntry(id: "1", state: "available", path: "1")] : []
        return DocumentOutcome(
            of: attempt,
            in: Evidence.Change(
                before: LibrarySnapshot(), after: LibrarySnapshot(listing: listing), attempts: [attempt]))
    }

    private func expect(
        _ outcome: ProviderConfiguration.Expectation.Outcome, _ phase: ProviderConfiguration.Expectation.Phase? = nil,
        _ isRetryable: Bool? = nil
    ) -> ProviderConfiguration.Expectation {
        ProviderConfiguration.Expectation(
            document: .everything, outcome: outcome, phase: phase, isRetryable: isRetryable)
    }

    @Test func `an entry counts, and not what the importer says`() {
        #expect(outcome(exit: 0, entry: ReportedEntry(id: "1")).outcome == .failed)
        #expect(outcome(exit: 0, entry: ReportedEntry(id: "1"), listed: true).outcome == .imported)
    }

    @Test func `what an importer doesn't say isn't held against it`() {
        #expect(outcome(exit: 0, listed: true).departure(from: expect(.repaired)) == nil)
        #expect(outcome(exit: 1).departure(from: expect(.failed, .stage, true)) == nil)
        #expect(outcome(exit: 1).departure(from: expect(.empty)) == nil)
    }

    @Test func `what it says is`() {
        let failure = ReportedFailure(phase: "validate", cause: "c", retryable: false)
        let said = outcome(exit: 1, failure: failure)
        #expect(said.departure(from: expect(.imported)) == "expected imported, and it was failed")
        #expect(said.departure(from: expect(.failed, .stage)) == "expected in stage, and it was in validate")
        #expect(
            said.departure(from: expect(.failed, nil, true))
                == "expected that a retry can help, and it says the opposite")
        #expect(said.departure(from: expect(.failed, .validate, false)) == nil)
    }

    @Test func `an entry where none is expected departs, if the importer says what became of it`() {
        let said = outcome(exit: 0, entry: ReportedEntry(id: "1", outcome: "imported"), listed: true)
        #expect(said.departure(from: expect(.failed)) == "expected failed, and it was imported")
        let silent = outcome(exit: 0, listed: true)
        #expect(silent.departure(from: expect(.failed)) == nil, "Whether it is whole, rule 2 says.")
        #expect(silent.isKeptSilently && !said.isKeptSilently)
        #expect(silent.departure(from: expect(.cancelled)) == "expected cancelled, and it was imported")
    }
}
