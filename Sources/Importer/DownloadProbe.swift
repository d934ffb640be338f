import ImportCore
import SystemIO

/// Watches a download while a coordinated read waits for it: bytes that come are progress, though none has reached us.
/// A provider that says nothing of its downloads is held to the deadline alone.
final class DownloadProbe: Sendable {
    private let isStopped = ConditionVariable(false)

    private static let interval = Duration.milliseconds(250)
    /// Where the mount says how far a download is, as `received/size`.
    private static let attribute = "user.fpsim.download"

    init(path: [UInt8], control: ImportControl) {
        // On a thread of its own: asking may take as long as reading.
        try? DetachedThread.start { [isStopped] in
            var last: [UInt8]?
            while !isStopped.changeQuietly({ $0 }) {
                isStopped.pause(atMost: Self.interval) { $0 }
                if isStopped.changeQuietly({ $0 }) { return }
                let state = FileDescriptor.extendedAttribute(Self.attribute, of: path)
                if let state, state != last { control.noteActivity() }
                last = state ?? last
            }
        }
    }

    func stop() {
        isStopped.change { $0 = true }
    }
}
