import ControlProtocol
import FUSE
import FaultInjection
import SystemIO
import Trace

extension ProviderServer {
    /// Mounts, listens, and serves from now on whenever the loop runs.
    /// - Parameter trace: gets the trace, or nil for none.
    /// - Throws: `MountError`, or `Errno` where the socket can't be made.
    package func start(mount: MountOptions, trace: TraceWriter.Sink?) throws {
        if let trace {
            self.trace = TraceWriter(
                header: TraceHeader(
                    mount: options.mountPoint.description, provider: plan.provider, seed: seed,
                    startedAt: clock.startedAt.iso8601,
                    scope: plan.scope.rawValue, profile: plan.profile.rawValue),
                sink: trace)
        }
        let session = try FileSystemSession(self, at: options.mountPoint, mount, on: loop)
        self.session = session
        do {
            notifier = try KernelNotifier(session)
            try startListening(device: session.device)
        } catch {
            session.unmount()
            throw error
        }
        record(TraceEvent(.mount))
        fireMountRules()
    }

    /// Ends in the one order that can't hang: no more connections, whoever waits is answered, then the mount goes,
    /// then the connections that there are, then what is open in the source. The listener comes before the mount,
    /// since the socket's name is the mount's device number and the next mount may get the same.
    package func end() {
        guard !isEnding else { return }
        isEnding = true
        listener?.close()
        listener = nil
        endHolds(.failed(CallFailure(.notConnected))) { _ in true }
        for connection in connections.values { connection.tell(.ending) }
        unmountOrderly()
    }

    /// Writes what is dirty in shared mappings before the mount goes, if nobody uses it any more; else, or if that
    /// takes too long, whoever uses it finds it gone.
    private func unmountOrderly() {
        guard let session else { return finish() }
        isLifted = true
        var isDone = false
        let end = { [unowned self] in
            guard !isDone else { return }
            isDone = true
            session.unmount()
            finish()
        }
        loop.schedule(after: .seconds(3), end)
        session.unmountOrderly { _ in end() }
    }

    /// The mount was taken away from outside, or the connection was aborted.
    package func connectionEnded() {
        guard !isEnding else { return }
        isEnding = true
        endHolds(.failed(CallFailure(.notConnected))) { _ in true }
        for connection in connections.values { connection.tell(.ending) }
        finish()
    }

    private func finish() {
        listener?.close()
        listener = nil
        record(TraceEvent(.unmount))
        trace?.finish()
        if let trace, let failure = trace.failure { traceLoss = (failure, trace.droppedCount) }
        trace = nil
        for connection in connections.values { connection.closeWhenSent() }
        openFiles.removeAll()
        openDirectories.removeAll()
        notifier = nil
        // Not within a callback of the session: it may be on the stack.
        loop.schedule(at: .now) { [self] in
            session = nil
            ended?()
        }
    }
}
