import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    /// Has an item's bytes here before a call goes on: at once, or when the one download of this version has ended.
    func materialize(_ node: NodeID, for gated: GatedCall, _ proceed: @escaping (CallFailure?) -> Void) {
        if item(node).isMaterialized { return proceed(nil) }
        if let failure = beginDownload(node, by: gated.process) { return proceed(failure) }
        if item(node).isMaterialized { return proceed(nil) }
        hold(gated, reason: .download(node), until: .never) { ending in
            switch ending {
            case .over: proceed(nil)
            case .interrupted: proceed(CallFailure(.interrupted))
            case .failed(let failure): proceed(failure)
            }
        }
    }

    /// Begins the download, unless it runs already.
    /// - Returns: why it failed at once, or nil.
    func beginDownload(_ node: NodeID, by process: CallingProcess?) -> CallFailure? {
        guard case .dataless = item(node).materialization else { return nil }
        let subject = subject(node)
        if let failure = provider.downloadFailure {
            change(node) { $0.lastDownloadError = failure.errno.rawValue }
            recordDownload(node, "fail", errno: failure.errno, rule: failure.rule)
            return failure
        }
        let itemRule = item(node).itemRule.map { plan.items[$0] }
        var downloadPlan = DownloadPlan(
            size: contentSize(of: node), latency: itemRule?.download.latency ?? .zero)
        let failure = applyRules(to: &downloadPlan, of: node, subject, process)
        // A rule may have moved, replaced or evicted it by now; what it is now is what is downloaded.
        guard case .dataless = item(node).materialization else { return nil }
        let began = downloadPlan
        var started = false
        change(node) { started = $0.beginDownload(began, at: now) }
        guard started else { return nil }
        recordDownload(node, "begin", rule: failure?.rule)
        continueDownload(node)
        guard case .dataless = item(node).materialization else { return nil }
        return failure ?? item(node).lastDownloadError.map { CallFailure(Errno(rawValue: $0)) }
    }

    /// What the rules about `download` make of it.
    /// - Returns: the failure with which a rule ends it.
    private func applyRules(
        to downloadPlan: inout DownloadPlan, of node: NodeID, _ subject: Subject, _ process: CallingProcess?
    ) -> CallFailure? {
        extra(node) { $0.lenses = [] }
        let call = Call(.download, node, threadID: 0)
        let faults = decide(call, subject, process)
        let gated = GatedCall(call, subject, process: process, faults: [], interrupts: { _ in }, finish: { _ in })
        var failure: CallFailure?
        for fired in faults {
            let size = downloadPlan.size
            func stop(_ position: Position?, _ kind: DownloadPlan.Stop.Kind) {
                downloadPlan.add(.init(at: position?.offset(inSize: size) ?? 0, kind: kind, rule: fired.rule))
            }
            switch fired.fault {
            case .stall(let fault): stop(fault.at, .stall(fault.hold.duration))
            case .delay(let fault): downloadPlan.latency += fault.wait(roll: fired.roll)
            case .throttle(let fault): downloadPlan.throttle = fault.rate.perSecond.rawValue
            case .fail(let fault):
                failure = CallFailure(fault.errno, rule: fired.rule)
                stop(fault.at, .fail(errno: fault.errno.rawValue))
            case .endEarly(let fault): stop(fault.at, .end)
            case .zeros, .corrupt, .tear, .stale:
                if let lens = lens(fired, size: size, perRead: false) { extra(node) { $0.lenses.append(lens) } }
            default:
                switch carryOut(fired, gated) {
                case .goOn: break
                case .hold(let until): downloadPlan.latency += until == .never ? .seconds(1 << 40) : until - now
                case .fail(let refused):
                    failure = refused
                    stop(nil, .fail(errno: refused.errno.rawValue))
                }
            }
        }
        downloads.failures[node] = failure
        return failure
    }

    /// Moves a download on as far as it goes now, and sets its timer for the rest.
    func continueDownload(_ node: NodeID) {
        if let timer = downloads.timers.removeValue(forKey: node) { loop.cancel(timer) }
        guard var item = items[node] else { return }
        var shared = sharedBandwidth(of: item)
        let before = item.download
        let step = item.advanceDownload(to: now, shared: &shared)
        if let rule = item.itemRule, let shared { downloads.buckets[rule] = shared }
        items[node] = item
        switch step {
        case nil: break
        case .wait(let until):
            reportProgress(node)
            downloads.timers[node] = loop.schedule(at: clock.deadline(until)) { [unowned self] in
                continueDownload(node)
            }
            checkWaits()
        case .finished:
            recordDownload(node, "end", received: before?.plan.size)
            finishDownload(node, nil)
        case .failed(let errno, let rule):
            recordDownload(node, "fail", errno: Errno(rawValue: errno), rule: rule)
            let failure = downloads.failures[node].flatMap { $0.errno.rawValue == errno ? $0 : nil }
            finishDownload(node, failure ?? CallFailure(Errno(rawValue: errno), rule: rule))
        }
    }

    private func sharedBandwidth(of item: Item) -> TokenBucket? {
        guard let rule = item.itemRule, let rate = plan.items[rule].download.bandwidth else { return nil }
        return downloads.buckets[rule] ?? TokenBucket(bytesPerSecond: rate.perSecond.rawValue)
    }

    /// Tells everybody who waits for it, and the kernel, that the item looks other now.
    private func finishDownload(_ node: NodeID, _ failure: CallFailure?) {
        downloads.reported[node] = nil
        downloads.failures[node] = nil
        contentChanged(node, keepsOpenCaches: true)
        let path = nodes.itemPath(of: node)
        carryOut(claims.itemUbiquityChanged(path))
        endHolds(failure.map { .failed($0) } ?? .over) { $0.reason == .download(node) }
        checkWaits()
    }

    /// Gives up every download that runs.
    func failDownloads(_ failure: CallFailure) {
        for node in Array(downloads.timers.keys) { failDownload(node, failure) }
    }

    func failDownload(_ node: NodeID, _ failure: CallFailure) {
        guard let timer = downloads.timers.removeValue(forKey: node) else { return }
        loop.cancel(timer)
        change(node) { $0.failDownload(errno: failure.errno.rawValue) }
        recordDownload(node, "fail", errno: failure.errno, rule: failure.rule)
        finishDownload(node, failure)
    }

    /// Lets downloads go on that a rule stalls.
    func releaseDownloads(stalledBy rule: String) -> Int {
        let stalled = downloads.timers.keys.filter { items[$0]?.download?.stalledBy == rule }
        for node in stalled {
            change(node) { item in item.updateDownload { $0.release(at: now) } }
            continueDownload(node)
        }
        return stalled.count
    }

    /// No rule has a say in downloads any more.
    func liftDownloads() {
        for node in Array(downloads.timers.keys) {
            change(node) { item in item.updateDownload { $0.lift(at: now) } }
            continueDownload(node)
        }
    }

    private func reportProgress(_ node: NodeID) {
        guard let download = items[node]?.download, download.received > 0 else { return }
        let twentieth = Int(download.fraction * 20)
        guard twentieth > downloads.reported[node] ?? 0 else { return }
        downloads.reported[node] = twentieth
        recordDownload(node, "progress", received: download.received, rule: download.stalledBy)
    }

    private func recordDownload(
        _ node: NodeID, _ action: String, received: Int64? = nil, errno: Errno? = nil, rule: String? = nil
    ) {
        guard trace != nil else { return }
        var event = TraceEvent(.download)
        event.action = action
        event.item = nodes.identifier(of: node).description
        event.path = nodes.pathText(of: node)
        event.size = contentSize(of: node)
        event.result = received
        event.errno = errno?.name
        event.rule = rule
        event.version = item(node).version.rawValue
        record(event)
    }
}
