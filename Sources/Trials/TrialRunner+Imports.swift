import ControlProtocol
import Dispatch
import Reporting
import Synchronization
import SystemIO

extension TrialRunner {
    /// Picks all, then starts the imports together.
    func importAtOnce(_ requests: [TrialStep.ImportRequest]) throws(TrialFailure) {
        try payLook()
        try collectTrace()
        let firstEvent = (witnesses.trace.last?.sequence ?? 0) + 1
        var picked: [Picked] = []
        for request in requests { picked.append(try pick(request)) }
        let started = now
        let fault = requests.lazy.compactMap(\.libraryFault).first
        if let fault { try library.arm(fault) }
        let results = runTogether(picked)
        var metFault = false
        if let fault { metFault = try library.disarm() && fault.isDeath }
        try collectTrace()
        let lastEvent = witnesses.trace.last?.sequence ?? 0
        let killed = witnesses.trace.contains { $0.kind == .kill && $0.sequence >= firstEvent }
        for (picked, result) in zip(picked, results) {
            var attempt = picked.attempt
            attempt.firstEvent = firstEvent
            attempt.lastEvent = lastEvent
            attempt.isConcurrent = requests.count > 1
            attempt.startedAt = started
            attempt.endedAt = started
            switch result {
            case .some(.success(let outcome)):
                attempt.endedAt = started + outcome.run.duration.nanosecondsSaturating
                attempt.result = ContractOutput.importResult(of: outcome.run)
                attempt.strayProcesses = outcome.run.strays
                attempt.wroteTooMuch = outcome.run.wroteTooMuch
                attempt.wasKilled = outcome.wasKilled || ((killed || metFault) && !attempt.result.succeeded)
                if metFault { attempt.libraryFault = fault?.words }
            case .some(.failure(let failure)): throw failure
            case nil: break
            }
            if attempt.afterLift { readServed(picked, into: &attempt) }
            witnesses.attempts.append(attempt)
        }
        let isQuiet = witnesses.attempts.suffix(requests.count).allSatisfy { attempt in
            attempt.result.succeeded && !attempt.isCancelled && !attempt.wasKilled && attempt.libraryFault == nil
        }
        try lookAtLibrary(canWait: isQuiet && requests.count == 1)
    }

    /// Imports again, each alone and by a new pick, what failed when it was last tried.
    func retry(onlyRetryable: Bool) throws(TrialFailure) {
        for document in witnesses.documents.map(\.path) {
            guard let last = witnesses.attempts.last(where: { $0.document.isPath(document) }), !last.result.succeeded,
                !last.isCancelled || witnesses.lifted
            else { continue }
            if onlyRetryable, last.result.failure?.retryable == false { continue }
            let pick: TrialStep.Pick = last.pick == .rebuilt ? .document : last.pick
            try importAtOnce([TrialStep.ImportRequest(document: document, pick: pick)])
        }
    }

    // MARK: Picking

    struct Picked {
        var request: TrialStep.ImportRequest
        /// nil: the picker refused.
        var url: String?
        /// The picked folder, whose scope the app holds while it imports what is in it.
        var folder: String?
        var token: String?
        var path: String
        var attempt: Attempt
    }

    func pick(_ request: TrialStep.ImportRequest) throws(TrialFailure) -> Picked {
        let path = locations[ExactPath(request.document)] ?? request.document
        let attempt = Attempt(
            document: request.document, pickedPath: path, pick: request.pick, isCancelled: request.cancel,
            afterLift: witnesses.lifted, result: ImportResult(exitCode: nil))
        var picked = Picked(request: request, url: nil, folder: nil, token: nil, path: path, attempt: attempt)
        do throws(ControlFailure) {
            switch request.pick {
            case .document:
                let response = try provider.client.call(PickRequest(path: ControlPath(path)), deadline: setting.bound)
                picked.token = response.token
                picked.path = response.path.description
            case .folder:
                let slash = path.lastIndex(of: "/")
                let folder = slash.map { String(path[..<$0]) } ?? ""
                picked.token = try provider.client.call(
                    PickRequest(path: ControlPath(folder), folder: true), deadline: setting.bound
                ).token
                picked.folder = url(of: folder, token: picked.token)
            case .rebuilt:
                break
            case .copy:
                let copy = try pickCopy(path)
                picked.url = copy
                picked.attempt.copyName = PickedURL(copy)?.path.split(separator: UInt8(ascii: "/")).last.map {
                    String(decoding: $0, as: UTF8.self)
                }
                return picked
            }
            picked.attempt.pickedPath = picked.path
            picked.url = url(of: picked.path, token: picked.token)
        } catch {
            picked.attempt.pickFailure = error.description
        }
        return picked
    }

    func url(of path: String, token: String?) -> String {
        PickedURL(
            path: Array((path.isEmpty ? provider.mountpoint : "\(provider.mountpoint)/\(path)").utf8), token: token
        ).text
    }

    /// The temporary copy that the system makes before the app gets to see the URL.
    private func pickCopy(_ path: String) throws(ControlFailure) -> String {
        var options = ChildProcess.Options()
        options.environment = importerSetting("pick").variables
        options.environment?["TMPDIR"] = "\(workspace.path)/inbox"
        let run: CapturedRun
        do throws(Errno) {
            run = try CapturedRun(
                path: setting.program, arguments: ["pick", "--as-copy", "\(provider.mountpoint)/\(path)"],
                options: options, until: .now + setting.bound, onStart: { witnesses.harness.insert($0.pid) })
        } catch {
            throw .gone("The picker can't be started.", error)
        }
        guard run.exit == .exited(0), let url = run.output.lastLine else {
            throw .gone(run.error.lastLine ?? "The picker failed.")
        }
        return url
    }

    // MARK: Running

    struct Outcome: Sendable {
        let run: ContainedRun
        let wasKilled: Bool
    }

    /// nil where there was nothing to import.
    private func runTogether(_ picked: [Picked]) -> [Result<Outcome, TrialFailure>?] {
        let results = Mutex<[Result<Outcome, TrialFailure>?]>(Array(repeating: nil, count: picked.count))
        let jobs = picked.enumerated().map { index, picked in job(picked, number: index) }
        if jobs.count == 1 {
            return [jobs[0]?()]
        }
        DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
            let result = jobs[index]?()
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0 }
    }

    private func job(_ picked: Picked, number: Int) -> (@Sendable () -> Result<Outcome, TrialFailure>)? {
        guard let url = picked.url else { return nil }
        let token = token("\(witnesses.attempts.count + number)")
        let importer =
            picked.folder.map { folder in
                ImporterUnderTest(
                    command: [setting.program, "with-access", "--no-coordinate", folder, "--"]
                        + setting.importer.command, isOwn: setting.importer.isOwn)
            } ?? setting.importer
        let importerSetting = importerSetting(token)
        let path = library.path
        let client = provider.client
        let request = picked.request
        // One of them is to die: the mount kills what is registered there.
        let libraryClient = request.libraryFault?.isDeath == true ? library.client : nil
        return {
            let killer = TreeKiller()
            var unregistered: ControlFailure?
            do throws(TrialFailure) {
                let run = try importer.importing(url, library: path, cancel: request.cancel, in: importerSetting) {
                    let root = RegisterRootRequest(pid: $0.pid, mark: importerSetting.mark)
                    _ = try? client.call(root)
                    killer.arm($0, request: request, client: client)
                    guard let libraryClient else { return }
                    // One that can't be killed would go on over a library that has lost its bytes.
                    do throws(ControlFailure) { _ = try libraryClient.call(root) } catch {
                        unregistered = error
                        try? $0.signal(SignalNumber.kill)
                    }
                }
                killer.disarm()
                if let unregistered {
                    throw TrialFailure("the library's mount doesn't learn which importer is to die: \(unregistered)")
                }
                return .success(Outcome(run: run, wasKilled: killer.hasKilled))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Reads the item as the provider serves it now, as another app would, to know what was there to be imported.
    private func readServed(_ picked: Picked, into attempt: inout Attempt) {
        guard let token = picked.token, attempt.pickFailure == nil else { return }
        let path = ControlPath(picked.path)
        _ = try? provider.client.call(ScopeStartRequest(token: token, path: path))
        let digest = FileTree.digest(of: "\(provider.mountpoint)/\(picked.path)")
        _ = try? provider.client.call(ScopeStopRequest(token: token, path: path))
        attempt.servedAfterLift = digest?.sha256
        attempt.servedType = digest?.type
    }
}
