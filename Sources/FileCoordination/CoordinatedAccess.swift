#if os(Linux)
import AccessClaims
import ControlProtocol
import Dispatch
import Foundation
import Synchronization

/// One item as a coordinator is asked for it.
struct RequestedItem: Sendable {
    var url: URL
    var mode: AccessMode
    var options: [AccessOption]
}

/// Claims for the items of one call, held together. A call's items are usually of one arbiter; where they aren't, as
/// in a move from a mount to a local folder, the arbiters are asked one after another, always in the same order, so
/// that two such calls can't wait for each other.
final class CoordinatedAccess: Sendable {
    private struct Part: Sendable {
        let service: any ClaimService
        /// The positions of the items in the call.
        let indices: [Int]
        let request: CoordinateRequest
    }

    private struct State {
        var isCancelled = false
        /// How many parts have their answer.
        var answered = 0
        /// The request that waits at this moment.
        var pending: (service: any ClaimService, request: Int)?
        var held: [(service: any ClaimService, claim: Int)] = []
        var urls: [URL]
    }

    private let items: [RequestedItem]
    private let paths: [ControlPath]
    private let parts: [Part]
    /// Never held while an arbiter is called.
    private let state: Mutex<State>

    /// - Throws: `ControlFailure` when an item's mount doesn't answer.
    /// - Parameter isNested: the calling thread waits for the access, inside whatever claims it holds.
    init(
        _ items: [RequestedItem], purpose: String, presenter: String?, isNested: Bool, prepare: Bool = false
    ) throws(ControlFailure) {
        var locations: [FileLocation] = []
        for item in items { locations.append(try FileLocation(item.followingLink)) }
        self.items = items
        paths = locations.map(\.path)
        parts = Dictionary(grouping: locations.indices) { locations[$0].service.key }
            .sorted { $0.key < $1.key }
            .map { key, indices in
                Part(
                    service: locations[indices[0]].service, indices: indices,
                    request: CoordinateRequest(
                        intents: indices.map {
                            .init(path: locations[$0].path, mode: items[$0].mode, options: items[$0].options)
                        },
                        purpose: purpose, presenter: presenter, within: isNested ? HeldClaims.within(key) : nil,
                        prepare: prepare ? true : nil))
            }
        state = Mutex(State(urls: items.map(\.followingLink)))
    }

    /// Where the items are, once access is granted.
    var urls: [URL] { state.withLock { $0.urls } }

    var heldClaims: [(key: ClaimServiceKey, claim: Int)] {
        state.withLock { $0.held.map { ($0.service.key, $0.claim) } }
    }

    /// Asks for all claims; `completion` is called once, on any thread.
    func begin(completion: @escaping @Sendable (ControlFailure?) -> Void) {
        ask(parts[...], completion)
    }

    /// Asks for all claims and waits for them. There is no deadline but the caller's own: `cancel` (b17).
    func wait() throws(ControlFailure) {
        let began = ContinuousClock.now
        defer { reportBlockedMainThread(for: ContinuousClock.now - began) }
        if parts.count == 1 { return try wait(for: parts[0]) }
        let outcome = Outcome()
        begin { outcome.fill($0) }
        outcome.semaphore.wait()
        if let failure = outcome.failure.withLock({ $0 }) { throw failure }
    }

    /// What nearly every call is: one arbiter, whose answer this thread can take itself.
    private func wait(for part: Part) throws(ControlFailure) {
        if state.withLock({ $0.isCancelled }) { throw .cancelled() }
        defer { state.withLock { $0.pending = nil } }
        let answer = try part.service.wait(for: part.request) { request in
            let isLate = state.withLock { state in
                state.pending = (part.service, request)
                return state.isCancelled
            }
            if isLate { part.service.cancel(request) }
        }
        take(answer, part)
    }

    private final class Outcome: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        let failure = Mutex<ControlFailure?>(nil)

        func fill(_ result: ControlFailure?) {
            failure.withLock { $0 = result }
            semaphore.signal()
        }
    }

    /// An app whose main thread waits this long looks hung, and is killed when it lasts.
    private func reportBlockedMainThread(for duration: Duration) {
        guard duration > .milliseconds(250), MainQueue.isCurrent, let part = parts.first else { return }
        part.service.report(
            .mainThreadBlocked, path: part.request.intents[0].path,
            detail: "A coordinated access blocked the main thread for \(duration.inMilliseconds) ms.")
    }

    /// From any thread: a request that waits fails, access that is granted stays (file-access-semantics b15).
    func cancel() {
        let pending = state.withLock { state in
            state.isCancelled = true
            return state.pending
        }
        if let pending { pending.service.cancel(pending.request) }
    }

    /// Ends the access.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for (service, claim) in held.reversed() { service.release(claim: claim) }
    }

    private func ask(_ rest: ArraySlice<Part>, _ completion: @escaping @Sendable (ControlFailure?) -> Void) {
        guard let part = rest.first else { return completion(nil) }
        if state.withLock({ $0.isCancelled }) {
            release()
            return completion(.cancelled())
        }
        let number = rest.startIndex
        let request = part.service.request(part.request) { [self] result in
            state.withLock { state in
                state.answered = number + 1
                state.pending = nil
            }
            switch result {
            case .success(let answer):
                take(answer, part)
                ask(rest.dropFirst(), completion)
            case .failure(let failure):
                release()
                completion(failure)
            }
        }
        // The answer may have come before this thread knows the request's number, and so may a cancel.
        let isLate = state.withLock { state in
            guard state.answered <= number else { return false }
            state.pending = (part.service, request)
            return state.isCancelled
        }
        if isLate { part.service.cancel(request) }
    }

    private func take(_ answer: CoordinateRequest.Response, _ part: Part) {
        state.withLock { state in
            if part.request.prepare != true { state.held.append((part.service, answer.claim)) }
            for (index, path) in zip(part.indices, answer.paths) {
                state.urls[index] = FileLocation.url(
                    state.urls[index], from: paths[index], to: path, in: part.service)
            }
        }
    }
}

extension RequestedItem {
    /// The item's URL, or its target's where the reader asked for that (file-access-semantics b5).
    var followingLink: URL {
        guard options.contains(.resolvesSymbolicLink), let picked = PickedURL(url.absoluteURL.absoluteString) else {
            return url
        }
        let target = url.resolvingSymlinksInPath()
        guard Array(target.path.utf8) != picked.path else { return url }
        return URL(string: PickedURL(path: Array(target.path.utf8), token: picked.token).text) ?? target
    }
}

extension Duration {
    var inMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
#endif
