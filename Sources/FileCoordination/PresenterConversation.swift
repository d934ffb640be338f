#if os(Linux)
import AccessClaims
import ControlProtocol
import Foundation
import Synchronization

/// What one presenter is asked for one access: message after message on its queue, each when the one before was
/// completed (file-access-semantics c2), and one answer at the end.
struct PresenterConversation: @unchecked Sendable {
    let presenter: any NSFilePresenter
    let service: any ClaimService
    let ask: Int
    /// The contained item that the messages are about, for a folder's presenter.
    let path: ControlPath?

    func run(_ messages: [PresenterMessage]) {
        guard let message = messages.first else { return service.answer(ask: ask, error: nil) }
        presenter.presentedItemOperationQueue.addOperation { [self] in
            // Some presenters call their completion twice; the first call counts.
            let once = Once()
            send(message) { error in
                guard once.claim() else { return }
                if let error {
                    service.answer(ask: ask, error: AccessError.failure(for: error))
                } else {
                    run(Array(messages.dropFirst()))
                }
            }
        }
    }

    private func send(_ message: PresenterMessage, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        let relinquished: @Sendable ((@Sendable () -> Void)?) -> Void = { [self] reacquirer in
            if let reacquirer { PresenterRegistry.keep(reacquirer, ask: ask, of: service.key) }
            completion(nil)
        }
        switch message {
        case .relinquishToReader: presenter.relinquishPresentedItem(toReader: relinquished)
        case .relinquishToWriter: presenter.relinquishPresentedItem(toWriter: relinquished)
        case .saveChanges: presenter.savePresentedItemChanges(completionHandler: completion)
        case .accommodateDeletion: presenter.accommodatePresentedItemDeletion(completionHandler: completion)
        case .accommodateEviction: presenter.accommodatePresentedItemEviction(completionHandler: completion)
        case .accommodateSubitemDeletion:
            guard let path else { return completion(nil) }
            presenter.accommodatePresentedSubitemDeletion(
                at: PresenterRegistry.url(path, service), completionHandler: completion)
        }
    }

    private final class Once: Sendable {
        private let isClaimed = Mutex(false)

        func claim() -> Bool {
            isClaimed.withLock { claimed in
                defer { claimed = true }
                return !claimed
            }
        }
    }
}
#endif
