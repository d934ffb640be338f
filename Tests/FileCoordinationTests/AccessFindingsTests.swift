import ControlProtocol
import FileCoordination
import ProviderTesting
import SystemIO
import Testing

/// Each kind of access finding, made by real misuse on a real mount.
@Suite struct AccessFindingsTests {
    private static let lax = "provider: Sample\nprofile: lax\n"
    private static let free = "provider: Sample\nscope: none\n"

    /// The findings of one kind, as `fpsim findings --json` prints them.
    private func findings(_ kind: Finding.Kind, _ provider: MountedProvider) throws -> [Finding] {
        let run = try CapturedRun(
            path: provider.program, arguments: ["findings", "--json", provider.url.path], until: .now + .seconds(30),
            limit: 16 << 20)
        #expect(run.exit == .exited(0))
        let found = try run.output.text.split(separator: "\n").map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }
        #expect(try provider.trace.findings.count { $0.action == kind.rawValue } == found.count { $0.kind == kind })
        return found.filter { $0.kind == kind }
    }

    private func expect(
        _ kind: Finding.Kind, _ provider: MountedProvider, path: ControlPath = "document.pdf",
        by pid: Int32 = ProcessInfo.processInfo.processIdentifier
    ) throws {
        let found = try findings(kind, provider)
        #expect(found.count == 1)
        #expect(found.first?.path == path)
        #expect(found.first?.processIdentifier == pid)
        #expect(found.first?.process.isEmpty == false)
        #expect((found.first?.time ?? 0) > 0)
    }

    @Test(.provider(yaml: lax)) func `read-outside-scope: an open without a grant`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
        try expect(.readOutsideScope, provider)
        #expect(try !provider.trace.hasNoReadOutsideScope)
    }

    @Test(.provider(yaml: lax)) func `read-outside-coordination: an open with a grant and no claim`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: url) == SampleDocument.pdf)
        url.stopAccessingSecurityScopedResource()
        try expect(.readOutsideCoordination, provider)
        #expect(try !provider.trace.hasNoReadOutsideCoordination)
        #expect(try provider.trace.hasNoReadOutsideScope)
    }

    @Test(.provider(yaml: free)) func `original-url-used: the accessor was given another`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let done = DispatchSemaphore(value: 0)
        NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
            NSFileCoordinator().coordinate(with: [.readingIntent(with: url)], queue: OperationQueue()) { _ in
                // Something is there again, which the accessor wasn't given.
                _ = try? Data(contentsOf: url)
                done.signal()
            }
            #expect(throws: Never.self) {
                try provider.waitUntilClaimsWait()
                try provider.move("document.pdf", to: "moved.pdf")
                try SampleDocument.pdf.write(to: provider.url.appendingPathComponent("other.pdf"))
                try provider.move("other.pdf", to: "document.pdf")
            }
        }
        done.wait()
        try expect(.originalURLUsed, provider)
    }

    @Test(.provider(yaml: lax)) func `stop-without-start, rebuilt-path: a path made from a string has no scope`() throws
    {
        let provider = try MountedProvider.current
        let rebuilt = URL(fileURLWithPath: try provider.pick("document.pdf").path)
        #expect(!rebuilt.startAccessingSecurityScopedResource())
        rebuilt.stopAccessingSecurityScopedResource()
        try expect(.rebuiltPath, provider)
        try expect(.stopWithoutStart, provider)
        #expect(try !provider.trace.hasBalancedScopes)
    }

    @Test(.provider(yaml: lax)) func `start-never-stopped: the connection ends with a start open`() throws {
        let provider = try MountedProvider.current
        let mount = try #require(ProviderMount.locate(Array(provider.url.path.utf8))?.mount)
        let client = try ControlClient(to: mount)
        let token = try client.call(PickRequest(path: "document.pdf")).token
        #expect(try client.call(ScopeStartRequest(token: token, path: "document.pdf")).granted)
        client.close()
        // A later connection's first answer comes after the end of this one was seen.
        try provider.ask(WaitRequest(condition: .quiet, deadlineMilliseconds: 10_000))
        try expect(.startNeverStopped, provider)
    }

    @Test(.provider(yaml: free)) @MainActor func `main-thread-blocked: an access kept the main thread for over 250 ms`()
        throws
    {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let held = DispatchSemaphore(value: 0)
        NSFileCoordinator().coordinate(with: [.writingIntent(with: url)], queue: OperationQueue()) { _ in
            held.signal()
            // As long as another app works on it.
            Thread.sleep(forTimeInterval: 0.4)
        }
        held.wait()
        NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { _ in }
        try expect(.mainThreadBlocked, provider)
    }

    @Test(.provider(yaml: free)) func `claim-past-deadline: a claim is held for longer than its owner said`() throws {
        let provider = try MountedProvider.current
        let mount = try #require(ProviderMount.locate(Array(provider.url.path.utf8))?.mount)
        let seen = DispatchSemaphore(value: 0)
        let watcher = try ControlClient(to: mount) { event in
            if case .trace(let line) = event, line.contains("claim-past-deadline") { seen.signal() }
        }
        _ = try watcher.call(WatchRequest())
        let owner = try ControlClient(to: mount, claimDeadline: .milliseconds(50))
        let intent = CoordinateRequest.Intent(path: "document.pdf", mode: .reading)
        let claim = try owner.call(CoordinateRequest(intents: [intent], purpose: "p")).claim
        #expect(seen.wait(timeout: .now() + 10) == .success)
        _ = try owner.call(ClaimReleaseRequest(claim: claim))
        try expect(.claimPastDeadline, provider)
    }

    @Test(.provider(yaml: free, documents: ["a.pdf": SampleDocument.pdf, "b.pdf": SampleDocument.pdf]))
    func `deadlock: two who wait for each other are found, and the second is refused`() throws {
        let provider = try MountedProvider.current
        let (a, b) = (try provider.pick("a.pdf"), try provider.pick("b.pdf"))
        let holdsB = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let errors = Recorder()
        NSFileCoordinator().coordinate(writingItemAt: a, error: nil) { _ in
            DispatchQueue.global().async {
                NSFileCoordinator().coordinate(writingItemAt: b, error: nil) { _ in
                    holdsB.signal()
                    var error: NSError?
                    NSFileCoordinator().coordinate(writingItemAt: a, error: &error) { _ in }
                    if let error { errors.note("\(error.code)") }
                }
                done.signal()
            }
            holdsB.wait()
            #expect(throws: Never.self) { try provider.waitUntilClaimsWait() }
            var error: NSError?
            NSFileCoordinator().coordinate(writingItemAt: b, error: &error) { _ in }
            if let error { errors.note("\(error.code)") }
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
        #expect(errors.notes == ["256"])
        #expect(try findings(.deadlock, provider).count == 1)
    }

    @Test(.provider(yaml: free)) func `thousands of findings are all shown, though a message has a limit`() throws {
        let provider = try MountedProvider.current
        for _ in 0..<6000 {
            provider.control.notify(
                ReportFindingRequest(
                    kind: .mainThreadBlocked, path: "document.pdf", detail: String(repeating: "x", count: 300)))
        }
        #expect(try findings(.mainThreadBlocked, provider).count == 6000)
    }

    @Test func `every kind has a test here`() throws {
        let text = try String(contentsOfFile: #filePath, encoding: .utf8)
        for kind in Finding.Kind.allCases {
            #expect(
                text.range(of: "func `[a-z, -]*\(kind.rawValue)[,:]", options: .regularExpression) != nil, "\(kind)")
        }
    }
}
