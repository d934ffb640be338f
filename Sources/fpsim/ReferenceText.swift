import Importer

/// What is said of a reference's item to a person.
enum ReferenceText {
    /// Such as `moved to /mnt/p/Archive/a.pdf`.
    static func text(_ status: ReferenceStatus) -> String {
        let path = status.path?.printable ?? ""
        return switch status.state {
        case .available: "available"
        case .moved: "moved to \(path)"
        case .inTrash: "in the trash at \(path)"
        case .needsAuthorization: "needs authorization: \(status.cause ?? "")"
        case .unavailable: "unavailable: \(status.cause ?? "")"
        }
    }
}
