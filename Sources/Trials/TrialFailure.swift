/// The trial itself could not be carried out: nothing was shown about the importer.
package struct TrialFailure: Error, CustomStringConvertible {
    package let description: String

    /// Somebody asked for the end.
    package static let interrupted = TrialFailure("it was interrupted")

    package init(_ description: String) {
        self.description = description
    }
}
