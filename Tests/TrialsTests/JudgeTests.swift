import ProviderConfiguration
import Reporting
import Testing
import Trace

@testable import Trials

@Suite struct JudgeTests {
    private static let document = TrialDocument(
        path: "Report.pdf", type: "PDF", size: 100, sha256: "aa", isValid: true)

    /// A trial of one import that left an entry, all as it should be.
    private func clean() -> Witnesses {
        let entry = ListedEntry(id: "1", state: "available", path: "documents/1.pdf", displayName: "Report.pdf")
        let file = LibraryFile(path: "documents/1.pdf", size: 100, sha256: "aa", type: "PDF")
        var witnesses = Witnesses(plan: .mirror, documents: [Self.document])
        witnesses.attempts = [
            Attempt(
                document: "Report.pdf", pickedPath: "Report.pdf", endedAt: 1_000_000, firstEvent: 1, lastEvent: 100,
                result: ImportResult(exitCode: 0, entry: ReportedEntry(id: "1")))
        ]
        witnesses.snapshots = [
            LibrarySnapshot(afterAttempt: 0, listing: [entry], files: [file]),
            LibrarySnapshot(isAfterRelaunch: true, listing: [entry], files: [file]),
        ]
        return witnesses
    }

    private func rules(_ witnesses: Witnesses) -> [Int] {
        Judge.violations(in: witnesses).map(\.rule)
    }

    @Test func `a right import breaks no rule`() {
        #expect(rules(clean()) == [])
    }

    @Test func `an entry after a failed import is rule 1`() {
        var witnesses = clean()
        witnesses.attempts[0].result = ImportResult(exitCode: 1)
        witnesses.trace = [fault("ends early", "end-early")]
        #expect(rules(witnesses) == [1])
    }

    @Test func `an entry after a cancel is rule 1`() {
        var witnesses = clean()
        witnesses.attempts[0].isCancelled = true
        #expect(rules(witnesses) == [1])
    }

    @Test func `bytes that the provider never served are rule 2`() {
        var witnesses = clean()
        for index in witnesses.snapshots.indices { witnesses.snapshots[index].files[0].sha256 = "bb" }
        #expect(rules(witnesses) == [2])
    }

    @Test(arguments: [
        ("zeros", true), ("corrupt", true), ("torn", true), ("stale", true), ("end-early", false), ("replace", false),
    ])
    func `damage that nothing could have told is counted against nobody`(fault kind: String, isSilent: Bool) {
        var witnesses = clean()
        for index in witnesses.snapshots.indices { witnesses.snapshots[index].files[0].sha256 = "bb" }
        witnesses.trace = [fault("damages", kind)]
        #expect(rules(witnesses) == (isSilent ? [] : [2]))
    }

    @Test(arguments: ["zeros", "corrupt"]) func `wrong bytes excuse no copy that is too short`(fault kind: String) {
        var witnesses = clean()
        for index in witnesses.snapshots.indices {
            witnesses.snapshots[index].files[0].sha256 = "bb"
            witnesses.snapshots[index].files[0].size = 64
        }
        witnesses.trace = [fault("damages", kind)]
        #expect(rules(witnesses) == [2])
    }

    @Test(arguments: [(1500, 5, true), (1500, 60, false), (100, 5, false)])
    func `who gives up a download that takes long by its config is not to blame`(
        milliseconds: Int, bound: Int, isExcused: Bool
    ) {
        var plan = ProviderPlan.mirror
        plan.items = [
            ItemRule(match: .everything, state: .dataless, download: .init(latency: .milliseconds(milliseconds)))
        ]
        var witnesses = Witnesses(plan: plan, documents: [Self.document], bound: .seconds(bound))
        witnesses.attempts = [
            Attempt(
                document: "Report.pdf", pickedPath: "Report.pdf", endedAt: 1_000_000, firstEvent: 1, lastEvent: 100,
                result: ImportResult(exitCode: 1))
        ]
        witnesses.snapshots = [LibrarySnapshot(afterAttempt: 0), LibrarySnapshot(isAfterRelaunch: true)]
        #expect(rules(witnesses) == (isExcused ? [] : [8]))
    }

    @Test func `a newer version that was served is whole too`() {
        var witnesses = clean()
        for index in witnesses.snapshots.indices { witnesses.snapshots[index].files[0].sha256 = "bb" }
        var first = TraceEvent(.operation)
        first.item = "i"
        first.path = "Report.pdf"
        first.sequence = 1
        var version = TraceEvent(.version)
        version.item = "i"
        version.sha256 = "bb"
        version.sequence = 2
        witnesses.trace = [first, version]
        #expect(rules(witnesses) == [])
    }

    @Test func `an error page as a PDF is rule 2`() {
        var witnesses = clean()
        for index in witnesses.snapshots.indices { witnesses.snapshots[index].files[0].type = "HTML" }
        #expect(rules(witnesses) == [2])
    }

    @Test func `a document is a PDF by the picked name or by what the importer says, else what its bytes are`() {
        for (picked, copy, claimed, isBroken) in [
            ("Report.PDF", nil, nil, true), ("Report.latest", nil, nil, false),
            ("Report.latest", nil, "text/html", false), ("Report.latest", nil, "com.adobe.pdf", true),
            ("Report.latest", nil, "application/pdf", true), ("Report.pdf", "Report.pdf.latest", nil, false),
            ("Report.latest", "Report.pdf", nil, true),
        ] as [(String, String?, String?, Bool)] {
            var witnesses = clean()
            witnesses.attempts[0].pickedPath = picked
            witnesses.attempts[0].copyName = copy
            witnesses.attempts[0].result.entry?.contentType = claimed
            for index in witnesses.snapshots.indices { witnesses.snapshots[index].files[0].type = "HTML" }
            #expect(rules(witnesses) == (isBroken ? [2] : []), "\(picked), \(claimed ?? "nothing")")
            // Without a name it is no less a version that was served.
            for index in witnesses.snapshots.indices { witnesses.snapshots[index].files[0].sha256 = "bb" }
            #expect(rules(witnesses) == [2], "\(picked), \(claimed ?? "nothing")")
        }
    }

    @Test func `success without an entry is rule 2`() {
        var witnesses = clean()
        for index in witnesses.snapshots.indices { witnesses.snapshots[index].listing = [] }
        witnesses.snapshots[1].files = []
        #expect(rules(witnesses) == [2])
    }

    @Test func `an entry that is gone after the relaunch is rule 3`() {
        var witnesses = clean()
        witnesses.snapshots[1].listing = []
        witnesses.snapshots[1].files = []
        #expect(rules(witnesses) == [3])
    }

    @Test func `a path out of the library is rule 3`() {
        var witnesses = clean()
        for index in witnesses.snapshots.indices {
            witnesses.snapshots[index].listing[0].path = "/provider/Report.pdf"
            witnesses.snapshots[index].files[0].path = "/provider/Report.pdf"
        }
        #expect(rules(witnesses).contains(3))
    }

    @Test func `the document's own name as the stored one is rule 4`() {
        var witnesses = clean()
        for index in witnesses.snapshots.indices {
            witnesses.snapshots[index].listing[0].path = "Report.pdf"
            witnesses.snapshots[index].files[0].path = "Report.pdf"
        }
        #expect(rules(witnesses) == [4])
    }

    @Test(
        arguments: [
            ("unlink", nil, nil, nil, true), ("rename", nil, nil, nil, true), ("open", 0o1001, nil, nil, true),
            ("open", 0o1, nil, nil, false), ("setattr", nil, 5, nil, true), ("setattr", nil, 100, nil, false),
            ("setattr", nil, nil, nil, false), ("write", nil, 1, 0, true), ("write", nil, 1, 100, false),
            ("setxattr", nil, 7, nil, false), ("read", nil, 100, 0, false),
        ] as [(String, Int64?, Int64?, Int64?, Bool)])
    func `an original that loses something is rule 4, and one that is added to is not`(
        operation: String, flags: Int64?, size: Int64?, offset: Int64?, isBroken: Bool
    ) {
        var witnesses = clean()
        var event = TraceEvent(.operation)
        event.operation = operation
        event.flags = flags
        event.size = size
        event.offset = offset
        event.path = "Report.pdf"
        event.pid = 7
        event.sequence = 1
        witnesses.trace = [event]
        #expect(rules(witnesses) == (isBroken ? [4] : []))
        witnesses.harness = [7]
        #expect(rules(witnesses) == [], "the trial itself moves and deletes")
        witnesses.harness = []
        witnesses.trace[0].errno = "EPERM"
        #expect(rules(witnesses) == [], "nothing is lost by what is refused")
        witnesses.trace[0].errno = nil
        witnesses.trace[0].path = "Other.pdf"
        #expect(rules(witnesses) == [], "it is nobody's document")
        witnesses.trace[0].to = "Report.pdf"
        #expect(rules(witnesses) == (operation == "rename" ? [4] : []), "a rename takes the place of the original")
    }

    @Test func `a staged file or a pending entry after recovery is rule 5`() {
        var witnesses = clean()
        witnesses.snapshots[1].files.append(LibraryFile(path: "staging/x", size: 1, sha256: "cc", type: "data"))
        witnesses.snapshots[1].listing.append(ListedEntry(id: "2", state: "pending", path: ""))
        #expect(rules(witnesses) == [5, 5])
        witnesses.baseline = ["staging/x"]
        #expect(rules(witnesses) == [5])
        witnesses.snapshots[1].files.append(LibraryFile(path: "entries/1.json", size: 1, sha256: "dd", type: "text"))
        witnesses.baseline.insert("entries/{id}.json")
        #expect(rules(witnesses) == [5])
    }

    @Test func `an open outside a claim and a claim that is kept are rule 6`() {
        var witnesses = clean()
        var finding = TraceEvent(.finding)
        finding.action = "read-outside-coordination"
        finding.path = "Report.pdf"
        finding.pid = 7
        finding.sequence = 1
        var grant = TraceEvent(.claim)
        grant.action = "grant"
        grant.pid = 7
        grant.sequence = 2
        witnesses.trace = [finding, grant]
        #expect(rules(witnesses) == [6, 6])
        witnesses.harness = [7]
        #expect(rules(witnesses) == [])
    }

    @Test func `of two imports at once, what the one without a scope reads is not held against the other`() {
        var witnesses = clean()
        var finding = TraceEvent(.finding)
        finding.action = "read-outside-scope"
        finding.path = "Report.pdf"
        finding.pid = 7
        finding.sequence = 1
        witnesses.trace = [finding]
        witnesses.attempts[0].isConcurrent = true
        witnesses.attempts.append(witnesses.attempts[0])
        witnesses.attempts[1].result = ImportResult(exitCode: 1)
        witnesses.snapshots[0].afterAttempt = 1
        #expect(rules(witnesses).filter { $0 == 6 } == [6], "both had a scope")
        witnesses.attempts[1].pick = .rebuilt
        #expect(rules(witnesses).filter { $0 == 6 } == [])
        witnesses.attempts[1].document = "Other.pdf"
        witnesses.attempts[1].pickedPath = "Other.pdf"
        #expect(rules(witnesses).filter { $0 == 6 } == [6], "the other one was of another document")
    }

    @Test func `an open after the provider took the scope away is nobody's mistake`() {
        var witnesses = clean()
        witnesses.trace = ["start", "revoked", "read-outside-scope", "stop"].enumerated().map { index, action in
            var event = TraceEvent(action == "read-outside-scope" ? .finding : .scope)
            event.action = action
            event.path = "Report.pdf"
            event.pid = 7
            event.sequence = UInt64(index + 1)
            return event
        }
        #expect(rules(witnesses) == [])
        witnesses.trace.remove(at: 1)
        #expect(rules(witnesses) == [6])
    }

    @Test(arguments: [
        (TraceEvent.Kind.scope, "start", "stop", "read-outside-scope"),
        (.claim, "grant", "release", "read-outside-coordination"),
    ])
    func `an open after the provider started anew is nobody's mistake, if it was in order before`(
        kind: TraceEvent.Kind, taken: String, given: String, finding: String
    ) {
        func trace(_ actions: [String]) -> [TraceEvent] {
            actions.enumerated().map { index, action in
                var event = TraceEvent(action == "died" ? .fault : action == finding ? .finding : kind)
                event.action = action
                if action == "died" { event.fault = "restart" }
                event.item = action == "died" ? nil : "i"
                event.path = action == "died" ? nil : "Report.pdf"
                event.pid = action == "died" ? nil : 7
                event.sequence = UInt64(index + 1)
                return event
            }
        }
        var witnesses = clean()
        witnesses.trace = trace([taken, "died", finding, given])
        #expect(rules(witnesses) == [])
        witnesses.trace = trace(["died", taken, given, finding])
        #expect(rules(witnesses) == [6], "it died before")
        witnesses.trace = trace([taken, given, "died", finding])
        #expect(rules(witnesses) == [6], "it had given it back by then")
        witnesses.trace = trace([taken, given, finding, "died"])
        #expect(rules(witnesses) == [6], "it dies later")
    }

    @Test func `a scope that nobody stops is rule 6 once, and what was killed owes none`() {
        var witnesses = clean()
        var start = TraceEvent(.scope)
        start.action = "start"
        start.pid = 7
        start.sequence = 1
        witnesses.trace = [start]
        witnesses.attempts[0].isConcurrent = true
        witnesses.attempts.append(witnesses.attempts[0])
        witnesses.snapshots[0].afterAttempt = 1
        #expect(rules(witnesses).filter { $0 == 6 } == [6])
        witnesses.attempts[1].wasKilled = true
        #expect(rules(witnesses).filter { $0 == 6 } == [])
    }

    @Test func `an import past its bound, and a deadline as a cancel, are rule 7`() {
        var witnesses = clean()
        witnesses.attempts[0].result = ImportResult(exitCode: 1, failure: ReportedFailure(kind: "cancelled"))
        witnesses.attempts[0].endedAt = 31_000_000_000
        witnesses.trace = [fault("stalls", "stall")]
        witnesses.snapshots[0].listing = []
        witnesses.snapshots[0].files = []
        witnesses.snapshots[1].listing = []
        witnesses.snapshots[1].files = []
        #expect(rules(witnesses) == [7, 7])
    }

    @Test func `a whole document that fails with no rule fired is rule 8`() {
        var witnesses = clean()
        witnesses.attempts[0].result = ImportResult(exitCode: 1)
        for index in witnesses.snapshots.indices {
            witnesses.snapshots[index].listing = []
            witnesses.snapshots[index].files = []
        }
        #expect(rules(witnesses) == [8])
        witnesses.trace = [fault("denies", "deny")]
        #expect(rules(witnesses) == [])
    }

    private func fault(_ rule: String, _ fault: String) -> TraceEvent {
        var event = TraceEvent(.fault)
        event.rule = rule
        event.fault = fault
        event.path = "Report.pdf"
        event.sequence = 1
        return event
    }
}
