import ProviderModel

/// When a rule that matches an operation fires. All that is given must hold.
package struct Trigger: Hashable, Sendable {
    /// Which matches, counted for each item (or for the rule, by `counting`), fire.
    package var nth: [Ordinals] = []
    /// Every so-many matches.
    package var every: Int?
    /// At most so many firings.
    package var times: Int?
    package var odds: Odds?
    /// Once so many bytes of the item were read or written.
    package var afterBytes: ByteCount?
    /// Reads and writes that touch this place.
    package var atOffset: Position?
    /// Reads and writes that ask for at least so much at once.
    package var atLeast: ByteCount?
    /// Not before this time since the mount.
    package var after: Duration?
    /// Not from this time since the mount on.
    package var until: Duration?
    /// So long from its first match on, counted as matches are.
    package var lasting: Duration?
    /// States that must hold.
    package var conditions: ConditionSet = []
    /// Names of processes; empty: any.
    package var processes: [String] = []
    /// Fires only when told to (`fpsim fire`).
    package var byHand = false
    package var counting: Counting = .perItem

    package init() {}

    package enum Counting: String, CaseIterable, Hashable, Sendable {
        /// Each item has its own counter, so threads can't change decisions.
        case perItem = "item"
        /// One counter for the rule: not repeatable when several threads work at once.
        case perRule = "rule"
    }

    /// Whether the rule fires at every match, so that no later rule that matches less is ever asked.
    package var isUnlimited: Bool {
        nth.allSatisfy { $0 == Ordinals(1, through: nil) } && (every ?? 1) == 1 && times == nil
            && (odds.map { $0.chances == $0.outOf } ?? true) && afterBytes == nil && atOffset == nil && atLeast == nil
            && after == nil && until == nil && lasting == nil && conditions.isEmpty && processes.isEmpty && !byHand
    }
}
