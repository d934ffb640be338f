/// A way to misbehave, with its details. The set is closed, so that the compiler names every place that a new fault
/// must be handled.
///
/// `provider-configs/REFERENCE.md` says in five steps how to add one.
package enum Fault: Hashable, Sendable {
    case deny(Deny)
    case fail(Fail)
    case failAsProvider(FailAsProvider)

    case delay(Delay)
    case stall(Stall)
    case throttle(Throttle)

    case shortRead(ShortRead)
    case endEarly(EndEarly)
    case zeros(Zeros)
    case corrupt(Corrupt)
    case grow(Grow)
    case shrink(Shrink)

    case tear(Tear)
    case stale(Stale)
    case replace(Replace)
    case newIdentity(NewIdentity)
    case conflictVersion(ConflictVersion)

    case move(Move)
    case rename(Rename)
    case renameParent(RenameParent)
    case delete(Delete)
    case trash(Trash)
    case changeCase(ChangeCase)
    case changeNormalization(ChangeNormalization)

    case evict(Evict)
    case placeholder(Placeholder)
    case reportStatus(ReportStatus)

    case reportSize(ReportSize)
    case reportBlocks(ReportBlocks)
    case reportTime(ReportTime)
    case reportInode(ReportInode)
    case reportVersion(ReportVersion)
    case reportType(ReportType)
    case reportMode(ReportMode)
    case reportContentType(ReportContentType)

    case omitFromListing(OmitFromListing)
    case listTwice(ListTwice)
    case phantom(Phantom)
    case pageListing(PageListing)

    case refuseScope(RefuseScope)
    case revokeScope(RevokeScope)
    case staleBookmark(StaleBookmark)
    case misdirectBookmark(MisdirectBookmark)

    case refuseClaim(RefuseClaim)
    case dropClaim(DropClaim)
    case holdClaim(HoldClaim)
    case dropMessage(DropMessage)

    case goOffline(GoOffline)
    case signOut(SignOut)
    case warmUp(WarmUp)
    case hang(Hang)
    case die(Die)
    case restart(Restart)

    case shortWrite(ShortWrite)
    case loseWrites(LoseWrites)
    case loseUnsynced(LoseUnsynced)
    case quota(Quota)
    case conflictCopy(ConflictCopy)
    case revert(Revert)

    case killCaller(KillCaller)
    case purgeInbox(PurgeInbox)
}

extension Fault {
    /// A fault's name, as a provider-config writes it.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case deny
        case fail
        case failAsProvider = "provider-error"
        case delay
        case stall
        case throttle
        case shortRead = "short-read"
        case endEarly = "end-early"
        case zeros
        case corrupt
        case grow
        case shrink
        case tear = "torn"
        case stale
        case replace
        case newIdentity = "new-identity"
        case conflictVersion = "conflict-version"
        case move
        case rename
        case renameParent = "rename-parent"
        case delete
        case trash
        case changeCase = "change-case"
        case changeNormalization = "change-normalization"
        case evict
        case placeholder
        case reportStatus = "report-status"
        case reportSize = "report-size"
        case reportBlocks = "report-blocks"
        case reportTime = "report-time"
        case reportInode = "report-inode"
        case reportVersion = "report-version"
        case reportType = "report-type"
        case reportMode = "report-mode"
        case reportContentType = "report-content-type"
        case omitFromListing = "omit-from-listing"
        case listTwice = "list-twice"
        case phantom
        case pageListing = "page-listing"
        case refuseScope = "refuse-scope"
        case revokeScope = "revoke-scope"
        case staleBookmark = "stale-bookmark"
        case misdirectBookmark = "misdirect-bookmark"
        case refuseClaim = "refuse-claim"
        case dropClaim = "drop-claim"
        case holdClaim = "hold-claim"
        case dropMessage = "drop-message"
        case goOffline = "offline"
        case signOut = "sign-out"
        case warmUp = "warm-up"
        case hang
        case die
        case restart
        case shortWrite = "short-write"
        case loseWrites = "lose-writes"
        case loseUnsynced = "lose-unsynced"
        case quota
        case conflictCopy = "conflict-copy"
        case revert
        case killCaller = "kill-caller"
        case purgeInbox = "purge-inbox"

        package var type: any FaultPayload.Type {
            switch self {
            case .deny: Deny.self
            case .fail: Fail.self
            case .failAsProvider: FailAsProvider.self
            case .delay: Delay.self
            case .stall: Stall.self
            case .throttle: Throttle.self
            case .shortRead: ShortRead.self
            case .endEarly: EndEarly.self
            case .zeros: Zeros.self
            case .corrupt: Corrupt.self
            case .grow: Grow.self
            case .shrink: Shrink.self
            case .tear: Tear.self
            case .stale: Stale.self
            case .replace: Replace.self
            case .newIdentity: NewIdentity.self
            case .conflictVersion: ConflictVersion.self
            case .move: Move.self
            case .rename: Rename.self
            case .renameParent: RenameParent.self
            case .delete: Delete.self
            case .trash: Trash.self
            case .changeCase: ChangeCase.self
            case .changeNormalization: ChangeNormalization.self
            case .evict: Evict.self
            case .placeholder: Placeholder.self
            case .reportStatus: ReportStatus.self
            case .reportSize: ReportSize.self
            case .reportBlocks: ReportBlocks.self
            case .reportTime: ReportTime.self
            case .reportInode: ReportInode.self
            case .reportVersion: ReportVersion.self
            case .reportType: ReportType.self
            case .reportMode: ReportMode.self
            case .reportContentType: ReportContentType.self
            case .omitFromListing: OmitFromListing.self
            case .listTwice: ListTwice.self
            case .phantom: Phantom.self
            case .pageListing: PageListing.self
            case .refuseScope: RefuseScope.self
            case .revokeScope: RevokeScope.self
            case .staleBookmark: StaleBookmark.self
            case .misdirectBookmark: MisdirectBookmark.self
            case .refuseClaim: RefuseClaim.self
            case .dropClaim: DropClaim.self
            case .holdClaim: HoldClaim.self
            case .dropMessage: DropMessage.self
            case .goOffline: GoOffline.self
            case .signOut: SignOut.self
            case .warmUp: WarmUp.self
            case .hang: Hang.self
            case .die: Die.self
            case .restart: Restart.self
            case .shortWrite: ShortWrite.self
            case .loseWrites: LoseWrites.self
            case .loseUnsynced: LoseUnsynced.self
            case .quota: Quota.self
            case .conflictCopy: ConflictCopy.self
            case .revert: Revert.self
            case .killCaller: KillCaller.self
            case .purgeInbox: PurgeInbox.self
            }
        }

        /// The fault's row of the table.
        package var entry: FaultEntry { type.entry }
    }

    package var payload: any FaultPayload {
        switch self {
        case .deny(let payload): payload
        case .fail(let payload): payload
        case .failAsProvider(let payload): payload
        case .delay(let payload): payload
        case .stall(let payload): payload
        case .throttle(let payload): payload
        case .shortRead(let payload): payload
        case .endEarly(let payload): payload
        case .zeros(let payload): payload
        case .corrupt(let payload): payload
        case .grow(let payload): payload
        case .shrink(let payload): payload
        case .tear(let payload): payload
        case .stale(let payload): payload
        case .replace(let payload): payload
        case .newIdentity(let payload): payload
        case .conflictVersion(let payload): payload
        case .move(let payload): payload
        case .rename(let payload): payload
        case .renameParent(let payload): payload
        case .delete(let payload): payload
        case .trash(let payload): payload
        case .changeCase(let payload): payload
        case .changeNormalization(let payload): payload
        case .evict(let payload): payload
        case .placeholder(let payload): payload
        case .reportStatus(let payload): payload
        case .reportSize(let payload): payload
        case .reportBlocks(let payload): payload
        case .reportTime(let payload): payload
        case .reportInode(let payload): payload
        case .reportVersion(let payload): payload
        case .reportType(let payload): payload
        case .reportMode(let payload): payload
        case .reportContentType(let payload): payload
        case .omitFromListing(let payload): payload
        case .listTwice(let payload): payload
        case .phantom(let payload): payload
        case .pageListing(let payload): payload
        case .refuseScope(let payload): payload
        case .revokeScope(let payload): payload
        case .staleBookmark(let payload): payload
        case .misdirectBookmark(let payload): payload
        case .refuseClaim(let payload): payload
        case .dropClaim(let payload): payload
        case .holdClaim(let payload): payload
        case .dropMessage(let payload): payload
        case .goOffline(let payload): payload
        case .signOut(let payload): payload
        case .warmUp(let payload): payload
        case .hang(let payload): payload
        case .die(let payload): payload
        case .restart(let payload): payload
        case .shortWrite(let payload): payload
        case .loseWrites(let payload): payload
        case .loseUnsynced(let payload): payload
        case .quota(let payload): payload
        case .conflictCopy(let payload): payload
        case .revert(let payload): payload
        case .killCaller(let payload): payload
        case .purgeInbox(let payload): payload
        }
    }

    package init(_ kind: Kind, _ arguments: FaultArguments) {
        self = kind.type.init(arguments).fault
    }

    package var kind: Kind { type(of: payload).entry.kind }
    package var endsOperation: Bool { payload.endsOperation }
    package var reach: Position? { payload.reach }
    package var contradiction: String? { payload.contradiction }
}
