import FaultInjection
import ProviderModel

/// What the rules that fired made of a call that goes on.
struct CallEffects {
    /// What is done to the bytes, in order.
    var lenses: [ContentLens] = []
    /// At most so many bytes of a read or write.
    var maximumCount: Int64?
    /// Lies about attributes, about a listing, about a bookmark, about what is written: carried out by the
    /// operation that knows how.
    var lies: [FiredFault] = []
    /// Kills the caller's tree once the call is done.
    var killsAfterwards: String?
    /// The last rule that changed the answer, for the trace.
    var rule: String?

    var isEmpty: Bool {
        lenses.isEmpty && maximumCount == nil && lies.isEmpty && killsAfterwards == nil
    }
}
