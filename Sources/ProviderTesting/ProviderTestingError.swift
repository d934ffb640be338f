/// What can go wrong around a test, and not in it.
public enum ProviderTestingError: Error, Equatable, CustomStringConvertible {
    /// There is no program `fpsim`.
    case programNotFound(String)
    /// `fpsim mount` failed; its own words.
    case mountFailed(String)
    /// The mount didn't answer within the deadline.
    case mountTimedOut
    /// A provider was asked for something and refused.
    case refused(String)
    /// A test asked for its provider and has no `.provider` trait.
    case noProvider
    /// Something is left behind.
    case leftover(String)
    /// The trace can't be read.
    case badTrace(String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .programNotFound(let reason): "The program fpsim isn't found: \(reason). Set FPSIM to its path."
        case .mountFailed(let reason): "The provider can't be mounted: \(reason)"
        case .mountTimedOut: "The provider wasn't mounted in time."
        case .refused(let reason): "The provider refused: \(reason)"
        case .noProvider: "This test has no provider: give it the trait .provider(\"name\")."
        case .leftover(let what): "The test left something behind: \(what)"
        case .badTrace(let reason): "The trace can't be read: \(reason)"
        }
    }
}
