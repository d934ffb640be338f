/// A reference that an importer was asked to keep, in place of a copy.
package struct ReferenceWitness: Codable, Hashable, Sendable {
    /// The document's path when the trial began.
    package var document: String
    /// The entry that it printed; nil: it kept none.
    package var entry: String?
    /// Why it kept none.
    package var failure: String?
    /// The trace's last event of before.
    package var firstEvent: UInt64
    package var startedAt: Int64
    package var seconds: Double
}
