/// The steps of an import, in order. Every failure names the one in which it happened.
public enum ImportPhase: String, CaseIterable, Comparable, Sendable {
    /// Getting the right to touch the picked item: its security scope.
    case authorize
    /// Waiting for the provider to grant a coordinated read, which downloads an item that isn't there yet.
    case coordinate
    /// Copying into the library's staging folder, and making the copy durable.
    case stage
    /// Finding out whether the copy is a document.
    case validate
    /// Moving the copy to where documents are kept.
    case publish
    /// Marking the entry as available.
    case commit

    /// Whether the phase waits for the provider. Only there does the deadline run: a slow validator or a slow disk
    /// of our own says nothing about the provider.
    public var waitsForProvider: Bool { self <= .stage }

    public static func < (first: ImportPhase, second: ImportPhase) -> Bool {
        first.position < second.position
    }

    private var position: Int {
        switch self {
        case .authorize: 0
        case .coordinate: 1
        case .stage: 2
        case .validate: 3
        case .publish: 4
        case .commit: 5
        }
    }
}
