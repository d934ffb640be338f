/// Any request, with its operation: a closed set, so that the compiler names every place that must answer a new one.
package enum ControlCommand: Hashable, Sendable {
    case hello(HelloRequest)
    case status(StatusRequest)
    case item(ItemRequest)
    case watch(WatchRequest)
    case view(ViewRequest)
    case pick(PickRequest)
    case inboxCopy(InboxCopyRequest)
    case scopeStart(ScopeStartRequest)
    case scopeStop(ScopeStopRequest)
    case coordinate(CoordinateRequest)
    case claimRelease(ClaimReleaseRequest)
    case didMove(DidMoveRequest)
    case cancel(CancelRequest)
    case presenterAdd(PresenterAddRequest)
    case presenterRemove(PresenterRemoveRequest)
    case presenterDone(PresenterDoneRequest)
    case bookmarkCreate(BookmarkCreateRequest)
    case bookmarkResolve(BookmarkResolveRequest)
    case versions(VersionsRequest)
    case versionChange(VersionChangeRequest)
    case reportFinding(ReportFindingRequest)
    case registerRoot(RegisterRootRequest)
    case rules(RulesRequest)
    case lift(LiftRequest)
    case fire(FireRequest)
    case release(ReleaseRequest)
    case wait(WaitRequest)
    case evict(EvictRequest)
    case materialize(MaterializeRequest)
    case move(MoveRequest)
    case delete(DeleteRequest)
    case replace(ReplaceRequest)
    case trash(TrashRequest)
    case offline(OfflineRequest)
    case online(OnlineRequest)
    case revoke(RevokeRequest)
    case findings(FindingsRequest)
    case flush(FlushRequest)
    case unmount(UnmountRequest)
}

extension ControlCommand {
    /// The request itself.
    package var request: any ControlRequest {
        switch self {
        case .hello(let request): request
        case .status(let request): request
        case .item(let request): request
        case .watch(let request): request
        case .view(let request): request
        case .pick(let request): request
        case .inboxCopy(let request): request
        case .scopeStart(let request): request
        case .scopeStop(let request): request
        case .coordinate(let request): request
        case .claimRelease(let request): request
        case .didMove(let request): request
        case .cancel(let request): request
        case .presenterAdd(let request): request
        case .presenterRemove(let request): request
        case .presenterDone(let request): request
        case .bookmarkCreate(let request): request
        case .bookmarkResolve(let request): request
        case .versions(let request): request
        case .versionChange(let request): request
        case .reportFinding(let request): request
        case .registerRoot(let request): request
        case .rules(let request): request
        case .lift(let request): request
        case .fire(let request): request
        case .release(let request): request
        case .wait(let request): request
        case .evict(let request): request
        case .materialize(let request): request
        case .move(let request): request
        case .delete(let request): request
        case .replace(let request): request
        case .trash(let request): request
        case .offline(let request): request
        case .online(let request): request
        case .revoke(let request): request
        case .findings(let request): request
        case .flush(let request): request
        case .unmount(let request): request
        }
    }

    package var operation: ControlOperation {
        type(of: request).operation
    }

    /// Reads the parameters of `operation` from the message that they are part of.
    init(_ operation: ControlOperation, from decoder: any Decoder) throws {
        switch operation {
        case .hello: self = .hello(try HelloRequest(from: decoder))
        case .status: self = .status(try StatusRequest(from: decoder))
        case .item: self = .item(try ItemRequest(from: decoder))
        case .watch: self = .watch(try WatchRequest(from: decoder))
        case .view: self = .view(try ViewRequest(from: decoder))
        case .pick: self = .pick(try PickRequest(from: decoder))
        case .inboxCopy: self = .inboxCopy(try InboxCopyRequest(from: decoder))
        case .scopeStart: self = .scopeStart(try ScopeStartRequest(from: decoder))
        case .scopeStop: self = .scopeStop(try ScopeStopRequest(from: decoder))
        case .coordinate: self = .coordinate(try CoordinateRequest(from: decoder))
        case .claimRelease: self = .claimRelease(try ClaimReleaseRequest(from: decoder))
        case .didMove: self = .didMove(try DidMoveRequest(from: decoder))
        case .cancel: self = .cancel(try CancelRequest(from: decoder))
        case .presenterAdd: self = .presenterAdd(try PresenterAddRequest(from: decoder))
        case .presenterRemove: self = .presenterRemove(try PresenterRemoveRequest(from: decoder))
        case .presenterDone: self = .presenterDone(try PresenterDoneRequest(from: decoder))
        case .bookmarkCreate: self = .bookmarkCreate(try BookmarkCreateRequest(from: decoder))
        case .bookmarkResolve: self = .bookmarkResolve(try BookmarkResolveRequest(from: decoder))
        case .versions: self = .versions(try VersionsRequest(from: decoder))
        case .versionChange: self = .versionChange(try VersionChangeRequest(from: decoder))
        case .reportFinding: self = .reportFinding(try ReportFindingRequest(from: decoder))
        case .registerRoot: self = .registerRoot(try RegisterRootRequest(from: decoder))
        case .rules: self = .rules(try RulesRequest(from: decoder))
        case .lift: self = .lift(try LiftRequest(from: decoder))
        case .fire: self = .fire(try FireRequest(from: decoder))
        case .release: self = .release(try ReleaseRequest(from: decoder))
        case .wait: self = .wait(try WaitRequest(from: decoder))
        case .evict: self = .evict(try EvictRequest(from: decoder))
        case .materialize: self = .materialize(try MaterializeRequest(from: decoder))
        case .move: self = .move(try MoveRequest(from: decoder))
        case .delete: self = .delete(try DeleteRequest(from: decoder))
        case .replace: self = .replace(try ReplaceRequest(from: decoder))
        case .trash: self = .trash(try TrashRequest(from: decoder))
        case .offline: self = .offline(try OfflineRequest(from: decoder))
        case .online: self = .online(try OnlineRequest(from: decoder))
        case .revoke: self = .revoke(try RevokeRequest(from: decoder))
        case .findings: self = .findings(try FindingsRequest(from: decoder))
        case .flush: self = .flush(try FlushRequest(from: decoder))
        case .unmount: self = .unmount(try UnmountRequest(from: decoder))
        }
    }
}
