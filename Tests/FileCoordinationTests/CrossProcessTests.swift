import ControlProtocol
import FileCoordination
import ProviderTesting
import SystemIO
import Testing

/// A command under `fpsim with-access`: another process with a claim of its own.
private struct AccessingProcess {
    let child: ChildProcess

    init(_ provider: MountedProvider, _ source: URL, _ script: String, coordinated: Bool = true) throws {
        var options = ChildProcess.Options()
        options.output = .null
        options.error = .null
        options.workingDirectory = provider.scratch.path
        child = try ChildProcess(
            path: provider.program,
            arguments: ["with-access"] + (coordinated ? [] : ["--no-coordinate"])
                + [source.absoluteString, "--", "sh", "-c", script],
            options: options)
    }

    func wait() throws -> ChildProcess.Exit? { try child.wait(until: .now + .seconds(60)) }
}

/// Tells when the mount grants a scope, and when it takes one back from a process that is gone.
private struct WatchedScopes {
    let started = DispatchSemaphore(value: 0)
    let dropped = DispatchSemaphore(value: 0)
    private let client: ControlClient

    init(_ provider: MountedProvider) throws {
        let mount = try #require(ProviderMount.locate(Array(provider.url.path.utf8))?.mount)
        client = try ControlClient(to: mount) { [started, dropped] event in
            guard case .trace(let line) = event, line.contains(#""kind":"scope""#) else { return }
            if line.contains(#""action":"start""#) { started.signal() }
            if line.contains(#""action":"drop""#) { dropped.signal() }
        }
        _ = try client.call(WatchRequest())
    }
}

@Suite struct CrossProcessTests {
    private static let free = "provider: Sample\nscope: none\n"
    private static let scoped = "provider: Sample\n"

    @Test(.provider(yaml: scoped)) func `with-access lends scope and claim to a command and its descendants`() throws {
        let provider = try MountedProvider.current
        let picked = try provider.pick("document.pdf")
        let process = try AccessingProcess(provider, picked, #"(cat "$FPSIM_ITEM" > copy); exit 7"#)
        #expect(try process.wait() == .exited(7))
        #expect(try Data(contentsOf: provider.scratch.appendingPathComponent("copy")) == SampleDocument.pdf)
        let trace = try provider.trace
        #expect(trace.hasBalancedScopes && trace.hasReleasedAllClaims)
        #expect(trace.hasNoReadOutsideScope && trace.hasNoReadOutsideCoordination)
    }

    private static let slowScope = """
        provider: Sample
        rules:
          - {name: slow, when: {operation: scope-start}, do: {stall: forever}}
        """

    @Test(.provider(yaml: slowScope))
    func `a process that ends while its scope is awaited is never given one`() throws {
        let provider = try MountedProvider.current
        let process = try AccessingProcess(provider, try provider.pick("document.pdf"), "true")
        try provider.waitUntilHeld(by: "slow")
        try process.child.signal(SIGKILL)
        #expect(try process.wait() == .killed(signal: SIGKILL))
        try provider.waitUntilQuiet()
        try provider.liftFaults()
        #expect(try !provider.trace.events("scope").contains { $0.action == "start" })
    }

    @Test(.provider(yaml: scoped)) func `without a scope with-access runs the command all the same`() throws {
        let provider = try MountedProvider.current
        let plain = provider.url.appendingPathComponent("document.pdf")
        let refused = try AccessingProcess(provider, plain, #"cat "$FPSIM_ITEM""#, coordinated: false)
        #expect(try refused.wait() == .exited(1))
        let missing = try AccessingProcess(provider, plain, "exit 0", coordinated: false)
        #expect(try missing.wait() == .exited(0))
    }

    @Test(.provider(yaml: free)) func `b1, b12: a writer waits for a reader in another process`() throws {
        let provider = try MountedProvider.current
        let picked = try provider.pick("document.pdf")
        let stop = provider.scratch.appendingPathComponent("stop")
        #expect(mkfifo(stop.path, 0o600) == 0)
        let reader = try AccessingProcess(provider, picked, "read line < stop; echo read >> order")
        try provider.ask(WaitRequest(condition: .claimsHeld, deadlineMilliseconds: 20_000))
        let done = DispatchSemaphore(value: 0)
        let scratch = provider.scratch
        NSFileCoordinator().coordinate(with: [.writingIntent(with: picked)], queue: OperationQueue()) { error in
            #expect(error == nil)
            let order = try? String(contentsOf: scratch.appendingPathComponent("order"), encoding: .utf8)
            #expect(order == "read\n")
            done.signal()
        }
        try provider.waitUntilClaimsWait()
        // Opening the pipe waits for the reader to open it too.
        try FileHandle(forWritingTo: stop).close()
        done.wait()
        #expect(try reader.wait() == .exited(0))
    }

    /// The best of ten counts: on a machine with more to do than processors, the test itself may wait for its turn.
    @Test(.provider(yaml: free)) func `b21: a killed process's claims are gone within 100 ms`() throws {
        var times: [Duration] = []
        while times.count < 10, times.last.map({ $0 >= .milliseconds(100) }) ?? true {
            times.append(try timeFromKillToGrant(try MountedProvider.current))
        }
        #expect(times.min()! < .milliseconds(100), "It took \(times).")
    }

    private func timeFromKillToGrant(_ provider: MountedProvider) throws -> Duration {
        let picked = try provider.pick("document.pdf")
        let holder = try AccessingProcess(provider, picked, "sleep 100")
        try provider.ask(WaitRequest(condition: .claimsHeld, deadlineMilliseconds: 20_000))
        let done = DispatchSemaphore(value: 0)
        NSFileCoordinator().coordinate(with: [.writingIntent(with: picked)], queue: OperationQueue()) { error in
            #expect(error == nil)
            done.signal()
        }
        try provider.waitUntilClaimsWait()
        let killed = ContinuousClock.now
        try holder.child.signal(SIGKILL)
        done.wait()
        let took = ContinuousClock.now - killed
        _ = try holder.wait()
        try provider.waitUntilQuiet()
        return took
    }

    @Test(.provider(yaml: scoped)) func `b21: a killed process's grants are gone within 100 ms, and that is a finding`()
        throws
    {
        let provider = try MountedProvider.current
        let watched = try WatchedScopes(provider)
        let times = try (0..<3).map { _ in
            let holder = try AccessingProcess(
                provider, provider.pick("document.pdf"), "sleep 100", coordinated: false)
            watched.started.wait()
            let killed = ContinuousClock.now
            try holder.child.signal(SIGKILL)
            watched.dropped.wait()
            defer { _ = try? holder.wait() }
            return ContinuousClock.now - killed
        }
        #expect(times.min()! < .milliseconds(100), "It took \(times).")
        #expect(try provider.ask(StatusRequest()).grants == 0)
        #expect(try provider.trace.findings.map(\.action).contains("start-never-stopped"))
    }

    @Test(.provider(yaml: free)) func `c2: a presenter in this process is asked about a reader in another`() throws {
        let provider = try MountedProvider.current
        let picked = try provider.pick("document.pdf")
        let presenter = NotingPresenter(picked)
        NSFileCoordinator.addFilePresenter(presenter)
        defer { NSFileCoordinator.removeFilePresenter(presenter) }
        let reader = try AccessingProcess(provider, picked, "exit 0")
        #expect(try reader.wait() == .exited(0))
        try provider.waitUntilQuiet()
        _ = try picked.ubiquitousItemResourceValues()
        presenter.settle()
        #expect(presenter.recorder.notes == ["relinquish to reader", "save", "reacquire"])
    }

    @Test(.provider(yaml: free)) func `many processes' claims all come to their end`() throws {
        let provider = try MountedProvider.current
        let picked = try provider.pick("document.pdf")
        let processes = try (0..<30).map { _ in try AccessingProcess(provider, picked, "echo x >> count") }
        for process in processes { #expect(try process.wait() == .exited(0)) }
        let count = try String(contentsOf: provider.scratch.appendingPathComponent("count"), encoding: .utf8)
        #expect(count.count == 60)
        try provider.waitUntilQuiet()
    }

    /// A connection is a process to the mount.
    @Test(.provider(yaml: free))
    func `hundreds of connections write one after another, in their order, and none is forgotten`() throws {
        let provider = try MountedProvider.current
        let mount = try #require(ProviderMount.locate(Array(provider.url.path.utf8))?.mount)
        let intent = CoordinateRequest.Intent(path: "document.pdf", mode: .writing)
        let first = try ControlClient(to: mount)
        let held = try first.call(CoordinateRequest(intents: [intent], purpose: "first"))
        let order = Recorder()
        let all = DispatchGroup()
        var clients: [ControlClient] = []
        for number in 0..<300 {
            let client = try ControlClient(to: mount)
            clients.append(client)
            all.enter()
            client.begin(CoordinateRequest(intents: [intent], purpose: "\(number)")) { result in
                order.note("\(number)")
                guard let claim = try? result.get().claim else { return all.leave() }
                client.begin(ClaimReleaseRequest(claim: claim)) { _ in all.leave() }
            }
        }
        try provider.waitUntilClaimsWait(300)
        _ = try first.call(ClaimReleaseRequest(claim: held.claim))
        #expect(all.wait(timeout: .now() + 60) == .success)
        #expect(order.notes == (0..<300).map(String.init))
        withExtendedLifetime(clients) {}
    }
}
