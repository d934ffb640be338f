import Trials

extension TrialStep {
    /// The step as people say it.
    package var words: String {
        switch self {
        case .importing(let requests): requests.map(\.words).joined(separator: " and at once ")
        case .refer(let document): "keep a reference to “\(document)”"
        case .relaunch: "relaunch"
        case .lift: "lift all rules"
        case .retry(let onlyRetryable): onlyRetryable ? "try again what can be" : "try again what failed"
        case .move(let document, let to): "move “\(document)” to “\(to)”"
        case .delete(let document): "delete “\(document)”"
        case .replace(let document, let content): "replace “\(document)” by \(content)"
        case .trash(let document): "trash “\(document)”"
        case .offline: "go offline"
        case .online: "go online"
        case .moveOriginals: "move the originals away"
        case .deleteOriginals: "delete the originals"
        case .moveLibrary: "move the library"
        case .purgeInbox: "purge the inbox"
        case .waitHeld(let count): "wait until \(count) requests are held"
        case .cutPower: "cut the power of the library"
        case .killProvider: "kill the provider and mount again"
        }
    }
}

extension TrialStep.ImportRequest {
    fileprivate var words: String {
        var text = "import “\(document)”"
        if pick != .document { text += " picked as \(pick.rawValue)" }
        if cancel { text += ", cancelled" }
        if let killAfterMilliseconds { text += ", killed after \(killAfterMilliseconds) ms" }
        if let killWhenHeld { text += ", killed when \(killWhenHeld) requests are held" }
        if let libraryFault { text += ", \(libraryFault.words)" }
        return text
    }
}
