/// Whether the provider can be reached. What is materialized and the listing stay served locally whatever it says
/// (file-access-semantics b25); only what needs the provider fails.
package enum Availability: String, Hashable, Sendable, CaseIterable {
    case online
    /// No network.
    case offline
    /// The provider's process is gone.
    case died
    /// It is there, and never answers.
    case hung
    /// Nobody is signed in.
    case signedOut = "signed-out"
    /// Just signed in: downloads time out for a while.
    case warmingUp = "warming-up"
}
