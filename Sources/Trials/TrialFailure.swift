/// The trial itself could not be carried out: nothing was shown about the importer.
package struct TrialFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
