/// One download of one version of an item, whatever the number of readers that wait for it. It is driven by calls of
/// `advance`, each of which says when to call again.
package struct Download: Sendable {
    package enum Step: Hashable, Sendable {
        /// Nothing more until then; `.never` while it is stalled for good.
        case wait(until: MountTime)
        /// All of it has arrived, or the provider says so: `received` may be less than the size.
        case finished
        case failed(errno: Int32, rule: String?)
    }

    package let version: ContentVersion
    package let startedAt: MountTime
    package private(set) var plan: DownloadPlan
    /// Bytes that have arrived.
    package private(set) var received: Int64 = 0
    /// The rule that holds it at this moment.
    package private(set) var stalledBy: String?
    package private(set) var isStalled = false
    private var ownBucket: TokenBucket?
    private var pending: Int64 = 0
    private var resumesAt: MountTime
    private var nextStop = 0

    package init(version: ContentVersion, plan: DownloadPlan, at now: MountTime) {
        self.version = version
        self.plan = plan
        startedAt = now
        resumesAt = now + plan.latency
        ownBucket = plan.throttle.map { TokenBucket(bytesPerSecond: max(1, $0)) }
    }

    /// From 0 to 1.
    package var fraction: Double { plan.size == 0 ? 1 : Double(received) / Double(plan.size) }

    /// Moves on to `now`. Call it again at the time that it gives, or earlier.
    /// - Parameter shared: the bandwidth that this item shares with others.
    package mutating func advance(to now: MountTime, shared: inout TokenBucket?) -> Step {
        while true {
            guard now >= resumesAt else { return .wait(until: resumesAt) }
            if pending > 0 {
                received += pending
                pending = 0
            }
            isStalled = false
            stalledBy = nil
            if let step = takeStop(now) { return step }
            if resumesAt > now { continue }
            let limit = nextStop < plan.stops.count ? min(plan.size, plan.stops[nextStop].at) : plan.size
            if received >= limit {
                if received >= plan.size && nextStop >= plan.stops.count { return .finished }
                continue
            }
            reserve(upTo: limit, now, shared: &shared)
        }
    }

    /// Lets a download that is stalled go on at once.
    package mutating func release(at now: MountTime) {
        guard isStalled else { return }
        resumesAt = now
    }

    /// Forgets all that rules wanted of it: for when the rules are lifted.
    package mutating func lift(at now: MountTime) {
        plan.stops.removeAll { $0.rule != nil }
        nextStop = plan.stops.firstIndex { $0.at > received } ?? plan.stops.count
        ownBucket = nil
        release(at: now)
    }

    /// Applies the stops at the present position. A stall sets `resumesAt`.
    private mutating func takeStop(_ now: MountTime) -> Step? {
        guard nextStop < plan.stops.count, plan.stops[nextStop].at <= received else { return nil }
        let stop = plan.stops[nextStop]
        nextStop += 1
        switch stop.kind {
        case .stall(let duration):
            isStalled = true
            stalledBy = stop.rule
            resumesAt = duration.map { now + $0 } ?? .never
            return nil
        case .fail(let errno): return .failed(errno: errno, rule: stop.rule)
        case .end: return .finished
        }
    }

    private mutating func reserve(upTo limit: Int64, _ now: MountTime, shared: inout TokenBucket?) {
        let portion = min(shared?.portion ?? .max, ownBucket?.portion ?? .max)
        pending = min(limit - received, portion)
        resumesAt = max(
            shared?.reserve(pending, at: now) ?? now,
            ownBucket?.reserve(pending, at: now) ?? now)
    }
}
