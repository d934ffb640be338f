#if os(Linux)
import AccessClaims
import ControlProtocol
import Foundation
import Synchronization

/// This process's presenters, and the way of the arbiters' messages to them.
enum PresenterRegistry {
    struct Identity: Sendable {
        let name: String
        let purpose: String
    }

    private struct Entry: @unchecked Sendable {
        let presenter: any NSFilePresenter
        let identity: Identity
        let service: (any ClaimService)?
    }

    private struct State: @unchecked Sendable {
        /// Strong, as Apple's coordinator keeps its presenters until they are removed.
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Identities of presenters that aren't added, or not yet: a coordinator can be made for one.
        var identities: [ObjectIdentifier: Identity] = [:]
        var lastName = 0
        /// What presenters want to be called with when a claim has ended.
        var reacquirers: [AskKey: [@Sendable () -> Void]] = [:]
    }

    private struct AskKey: Hashable {
        let service: ClaimServiceKey
        let ask: Int
    }

    /// Never held while a presenter or an arbiter is called.
    private static let state = Mutex(State())

    static var all: [any NSFilePresenter] {
        state.withLock { $0.entries.values.map(Unsent.init) }.map(\.presenter)
    }

    private struct Unsent: @unchecked Sendable {
        let presenter: any NSFilePresenter
        init(_ entry: Entry) { presenter = entry.presenter }
    }

    static func identity(of presenter: any NSFilePresenter) -> Identity {
        let id = ObjectIdentifier(presenter)
        return state.withLock { state in
            if let known = state.entries[id]?.identity ?? state.identities[id] { return known }
            state.lastName += 1
            let made = Identity(name: "presenter \(state.lastName)", purpose: UUID().uuidString)
            state.identities[id] = made
            return made
        }
    }

    static func add(_ presenter: any NSFilePresenter) {
        let identity = identity(of: presenter)
        let location = presenter.presentedItemURL.flatMap { try? FileLocation($0) }
        let entry = Entry(presenter: presenter, identity: identity, service: location?.service)
        let id = ObjectIdentifier(presenter)
        let isNew = state.withLock { state in
            defer { state.entries[id] = entry }
            return state.entries[id] == nil
        }
        if isNew, let location {
            location.service.addPresenter(identity.name, path: location.path, purpose: identity.purpose)
        }
    }

    static func remove(_ presenter: any NSFilePresenter) {
        let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(presenter)) }
        if let entry { entry.service?.removePresenter(entry.identity.name) }
    }

    /// What the connection to an arbiter calls with every event.
    static func receiver(for service: ClaimServiceKey) -> @Sendable (ControlEvent) -> Void {
        { event in receive(event, from: service) }
    }

    private static func entry(_ name: String) -> Entry? {
        state.withLock { $0.entries.values.first { $0.identity.name == name } }
    }

    private static func receive(_ event: ControlEvent, from key: ClaimServiceKey) {
        switch event {
        case .presenterAsk(let ask, let name, let messages, let path):
            // A presenter that was removed meanwhile has been counted as done by the arbiter.
            guard let entry = entry(name), let service = entry.service else { return }
            PresenterConversation(presenter: entry.presenter, service: service, ask: ask, path: path).run(messages)
        case .presenterReacquire(let ask, let name):
            let blocks = state.withLock { $0.reacquirers.removeValue(forKey: AskKey(service: key, ask: ask)) }
            guard let blocks, let entry = entry(name) else { return }
            for block in blocks { entry.presenter.presentedItemOperationQueue.addOperation(block) }
        case .presenterTell(let name, let notice, let path, let to):
            guard let entry = entry(name), let service = entry.service else { return }
            tell(entry.presenter, notice, path.map { url($0, service) }, to.map { url($0, service) })
        case .presenterTellVersion(let name, let notice, let path, let description):
            guard let entry = entry(name), let service = entry.service else { return }
            let version = NSFileVersion(description, ofItemAt: url(path, service), in: service)
            tell(entry.presenter, notice, url(path, service), version)
        case .trace, .ending:
            break
        }
    }

    /// Keeps what a presenter gave with its relinquishing.
    static func keep(_ reacquirer: @escaping @Sendable () -> Void, ask: Int, of service: ClaimServiceKey) {
        state.withLock { $0.reacquirers[AskKey(service: service, ask: ask), default: []].append(reacquirer) }
    }

    static func url(_ path: ControlPath, _ service: any ClaimService) -> URL {
        let picked = PickedURL(path: service.absolutePath(of: path), token: nil)
        return URL(string: picked.text) ?? URL(fileURLWithPath: path.description)
    }

    private static func tell(
        _ presenter: any NSFilePresenter, _ notice: PresenterNotice, _ url: URL?, _ newURL: URL?
    ) {
        let receiver = Unchecked(presenter)
        presenter.presentedItemOperationQueue.addOperation {
            let presenter = receiver.value
            switch notice {
            case .didChange: presenter.presentedItemDidChange()
            case .didMove: if let newURL { presenter.presentedItemDidMove(to: newURL) }
            case .subitemDidAppear: if let url { presenter.presentedSubitemDidAppear(at: url) }
            case .subitemDidChange: if let url { presenter.presentedSubitemDidChange(at: url) }
            case .subitemDidMove: if let url, let newURL { presenter.presentedSubitem(at: url, didMoveTo: newURL) }
            case .ubiquityAttributesDidChange:
                let observed = presenter.observedPresentedItemUbiquityAttributes
                if !observed.isEmpty { presenter.presentedItemDidChangeUbiquityAttributes(observed) }
            case .didGainVersion, .didLoseVersion, .didResolveConflict: break
            }
        }
    }

    private static func tell(
        _ presenter: any NSFilePresenter, _ notice: PresenterNotice, _ url: URL, _ version: NSFileVersion
    ) {
        let receiver = Unchecked(presenter)
        presenter.presentedItemOperationQueue.addOperation {
            let presenter = receiver.value
            let isItem = presenter.presentedItemURL?.standardizedFileURL.path == url.standardizedFileURL.path
            switch (notice, isItem) {
            case (.didGainVersion, true): presenter.presentedItemDidGain(version)
            case (.didGainVersion, false): presenter.presentedSubitem(at: url, didGain: version)
            case (.didLoseVersion, true): presenter.presentedItemDidLose(version)
            case (.didLoseVersion, false): presenter.presentedSubitem(at: url, didLose: version)
            case (.didResolveConflict, true): presenter.presentedItemDidResolveConflict(version)
            case (.didResolveConflict, false): presenter.presentedSubitem(at: url, didResolve: version)
            default: break
            }
        }
    }
}

/// A presenter on its way to its own queue, which is the only place where it is used.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
#endif
