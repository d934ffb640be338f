import ImportCore
import Importer
import SystemIO

/// An import that the person cancels in its middle: when the first bytes have come, or after a moment in which none
/// did.
enum CancelledImport {
    private enum Moment {
        case early
        case underWay
        case cancelled
    }

    private static let patience = Duration.milliseconds(250)

    static func run(_ source: any ImportSource, _ importer: DocumentImporter) throws(ImportFailure) -> ImportEntry {
        let moment = ConditionVariable(Moment.early)
        let task = try importer.start(source) { progress in
            guard progress.bytes > 0 else { return }
            // The import waits here until the cancel is in, so that it never ends before.
            moment.change { if $0 == .early { $0 = .underWay } }
            moment.wait { $0 == .cancelled ? () : nil }
        }
        moment.pause(atMost: patience) { $0 != .early }
        task.cancel()
        moment.change { $0 = .cancelled }
        return try task.wait()
    }
}
