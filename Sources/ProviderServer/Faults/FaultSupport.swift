import FaultInjection

/// Which faults this mount carries out, and where. A rule that it would ignore in silence is an error instead: of
/// `fpsim check`, of `fpsim mount`, and of rules that are added later.
package enum FaultSupport {
    /// Why the rule can't be carried out, or nil.
    @Sendable package static func objection(to rule: Rule) -> String? {
        switch rule.fault {
        case .deny, .fail, .failAsProvider, .delay, .stall, .throttle, .shortRead, .endEarly, .zeros, .corrupt, .grow,
            .shrink, .tear, .stale, .replace, .newIdentity, .conflictVersion, .move, .rename, .renameParent, .delete,
            .trash, .changeCase, .changeNormalization, .evict, .placeholder, .reportStatus, .reportSize, .reportBlocks,
            .reportTime, .reportInode, .reportVersion, .reportType, .reportMode, .reportContentType,
            .omitFromListing, .listTwice, .phantom, .pageListing, .refuseScope, .revokeScope, .staleBookmark,
            .misdirectBookmark, .refuseClaim, .dropClaim, .holdClaim, .dropMessage, .goOffline, .signOut, .warmUp,
            .hang, .die, .restart, .killCaller, .quota, .shortWrite, .loseWrites, .loseUnsynced, .conflictCopy,
            .revert, .purgeInbox:
            return nil
        }
    }
}
