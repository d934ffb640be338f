import ImportCore
import SystemIO

/// Watches a download while a coordinated read waits for it: bytes that come are progress, though none has reached us.
/// A provider that says nothing of its downloads is held to the deadline alone.
///
/// Most reads wait no time at all, so that one thread looks at all probes, and only one that has waited for a while
/// gets a thread: asking may take as long as reading.
final class DownloadProbe: Sendable {
    private let path: [UInt8]
    private let control: ImportControl
    private let isStopped = ConditionVariable(false)

    private static let interval = Duration.milliseconds(250)
    /// Where the mount says how far a download is, as `received/size`.
    private static let attribute = "user.fpsim.download"

    init(path: [UInt8], control: ImportControl) {
        self.path = path
        self.control = control
        ProbeList.shared.add(self)
    }

    func stop() {
        isStopped.change { $0 = true }
        ProbeList.shared.remove(self)
    }

    fileprivate func start() {
        try? DetachedThread.start { [self] in
            var last: [UInt8]?
            while !isStopped.changeQuietly({ $0 }) {
                let state = FileDescriptor.extendedAttribute(Self.attribute, of: path)
                if let state, state != last { control.noteActivity() }
                last = state ?? last
                isStopped.pause(atMost: Self.interval) { $0 }
            }
        }
    }
}

/// The probes that have no thread yet.
private final class ProbeList: Sendable {
    private struct State {
        var fresh: [ObjectIdentifier: DownloadProbe] = [:]
        /// Those that were there when the thread last looked.
        var waiting: [ObjectIdentifier: DownloadProbe] = [:]
        var hasThread = false
    }

    static let shared = ProbeList()
    private let state = ConditionVariable(State())
    private static let interval = Duration.milliseconds(125)

    func add(_ probe: DownloadProbe) {
        let needsThread = state.changeQuietly { state in
            state.fresh[ObjectIdentifier(probe)] = probe
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        do throws(Errno) {
            try DetachedThread.start { self.run() }
        } catch {
            state.changeQuietly { $0.hasThread = false }
        }
    }

    func remove(_ probe: DownloadProbe) {
        state.changeQuietly { state in
            state.fresh[ObjectIdentifier(probe)] = nil
            state.waiting[ObjectIdentifier(probe)] = nil
        }
    }

    /// Ends when there is nothing to look at.
    private func run() {
        while true {
            state.pause(atMost: Self.interval) { _ in false }
            let due = state.changeQuietly { state -> [DownloadProbe]? in
                let due = Array(state.waiting.values)
                state.waiting = state.fresh
                state.fresh = [:]
                if due.isEmpty, state.waiting.isEmpty {
                    state.hasThread = false
                    return nil
                }
                return due
            }
            guard let due else { return }
            for probe in due { probe.start() }
        }
    }
}
