import FaultInjection
import ProviderModel
import SystemIO

extension ProviderServer {
    /// Carries out one fault of a call: the one place that every new fault must be handled in.
    func carryOut(_ fired: FiredFault, _ gated: GatedCall) -> FaultAction {
        switch fired.fault {
        // The operation is refused, or takes longer.
        case .deny(let fault): return .fail(CallFailure(fault.errno, rule: fired.rule))
        case .fail(let fault): return .fail(CallFailure(fault.errno, rule: fired.rule))
        case .failAsProvider(let fault):
            return .fail(CallFailure(fault.code.errno, rule: fired.rule, provider: fault.code))
        case .refuseClaim(let fault):
            return .fail(CallFailure(fault.code.errno, rule: fired.rule, provider: fault.code))
        case .refuseScope: return .fail(CallFailure(.notPermitted, rule: fired.rule))
        case .delay(let fault): return .hold(until: now + fault.wait(roll: fired.roll))
        case .stall(let fault): return .hold(until: fault.hold.end(from: now))
        case .throttle(let fault): return throttle(fault, fired, gated)

        // The bytes.
        case .shortRead(let fault): limit(gated, to: fault.bytes, fired.rule)
        case .shortWrite(let fault): limit(gated, to: fault.bytes, fired.rule)
        case .endEarly, .zeros, .corrupt, .tear, .stale: addLens(fired, gated)
        case .grow(let fault): grow(fault, fired, gated.subject)
        case .shrink(let fault): shrink(fault, fired, gated.subject)

        // The item.
        case .replace, .newIdentity, .conflictVersion, .move, .rename, .renameParent, .delete, .trash, .changeCase,
            .changeNormalization, .evict, .revokeScope, .holdClaim:
            gated.effects.rule = fired.rule
            return carryOutOnItem(fired, gated.subject, gated.process)

        // What the operation itself makes of it.
        case .placeholder, .reportStatus, .reportSize, .reportBlocks, .reportTime, .reportInode, .reportVersion,
            .reportType, .reportMode, .reportContentType, .omitFromListing, .listTwice, .phantom, .pageListing,
            .staleBookmark, .misdirectBookmark, .dropClaim, .dropMessage, .loseWrites, .conflictCopy, .revert,
            .purgeInbox:
            gated.effects.lies.append(fired)
            gated.effects.rule = fired.rule
        case .quota(let fault): return quota(fault, fired, gated)
        case .loseUnsynced: loseUnsynced(rule: fired.rule)

        // The provider and the caller.
        case .goOffline, .signOut, .warmUp, .hang, .die, .restart: return carryOutOnProvider(fired, gated)
        case .killCaller(let fault): return killCaller(fault, fired, gated)
        }
        return .goOn
    }

    private func limit(_ gated: GatedCall, to bytes: ByteCount, _ rule: String) {
        gated.effects.maximumCount = min(gated.effects.maximumCount ?? .max, bytes.rawValue)
        gated.effects.rule = rule
    }

    /// The bytes of this call wait their turn behind those of the calls before it, item by item.
    private func throttle(_ fault: Throttle, _ fired: FiredFault, _ gated: GatedCall) -> FaultAction {
        guard let length = gated.call.length, length > 0 else { return .goOn }
        let size = gated.subject.node.map(contentSize) ?? .max
        let bytes = gated.call.operation == .read ? min(length, max(0, size - (gated.call.offset ?? 0))) : length
        let key = "\(fired.rule)\0\(fired.item)"
        var bucket = throttles[key] ?? TokenBucket(bytesPerSecond: fault.rate.perSecond.rawValue)
        let until = bucket.reserve(bytes, at: now)
        throttles[key] = bucket
        return .hold(until: until)
    }
}

extension Hold {
    func end(from now: MountTime) -> MountTime {
        switch self {
        case .duration(let duration): now + duration
        case .forever: .never
        }
    }
}
