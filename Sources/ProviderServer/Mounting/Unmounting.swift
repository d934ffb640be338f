import ControlProtocol
import SystemIO

/// Takes a mount away: asks its provider, and where that is gone or doesn't answer, does it without.
package enum Unmounting {
    package enum Failure: Error, Sendable {
        case notMounted
        case refused(Errno)
    }

    /// How it went.
    package enum Outcome: Sendable {
        /// The provider ended in an orderly way; why its trace isn't whole, where it isn't.
        case ended(traceFailure: String?)
        /// The provider was gone, or didn't answer in time.
        case cleared
    }

    /// - Parameter deadline: how long the provider may take.
    package static func unmount(_ path: [UInt8], deadline: Duration = .seconds(10)) throws(Failure) -> Outcome {
        guard let mount = MountpointState.mount(at: path) else { throw .notMounted }
        if let outcome = ask(mount, deadline) { return outcome }
        let provider = listener(of: mount)
        // Whoever waits for a provider that hangs is freed first, or detaching would leave them waiting.
        try? MountRemoval.abortConnection(device: mount.device)
        do throws(Errno) {
            try MountRemoval.detach(RawPath(bytes: mount.mountpoint))
        } catch {
            if isGone(mount) { return .cleared }
            throw .refused(error)
        }
        for path in ControlSocketLocation.candidates(device: mount.device) {
            try? FileDescriptor.workingDirectory.unlink(path)
        }
        // One that is stopped, or hangs otherwise, would stay for ever.
        if let provider { ProcessExit.enforce(on: provider, after: .now + .seconds(1)) }
        return .cleared
    }

    /// - Returns: nil unless the mount is gone and its provider has ended, so that no more comes to its trace.
    private static func ask(_ mount: ProviderMount, _ deadline: Duration) -> Outcome? {
        let end = ContinuousClock.now + deadline
        guard let client = try? ControlClient(to: mount, deadline: deadline),
            (try? client.call(FlushRequest(), deadline: deadline)) != nil,
            let status = try? client.call(StatusRequest(), deadline: deadline)
        else { return nil }
        do throws(ControlFailure) {
            _ = try client.call(UnmountRequest(), deadline: deadline)
        } catch {
            guard error.protocolCode == .ending else { return nil }
        }
        guard hasEnded(status.processIdentifier, client, until: end), isGone(mount) else { return nil }
        return .ended(traceFailure: status.traceFailure)
    }

    /// Waits for the provider's process, or for its last word where it goes on with other mounts (`fpsim serve`): the
    /// connection closes when all is in the trace.
    private static func hasEnded(
        _ process: Int32, _ client: ControlClient, until end: ContinuousClock.Instant
    ) -> Bool {
        while ContinuousClock.now < end {
            // Long enough for a process to end in that has nothing else to do.
            if ProcessExit.wait(for: process, until: min(end, .now + .milliseconds(300))) { return true }
            if client.failure != nil { return true }
        }
        return false
    }

    /// The process that listens at the mount's socket, which the kernel tells though it doesn't answer.
    private static func listener(of mount: ProviderMount) -> Int32? {
        for path in ControlSocketLocation.candidates(device: mount.device) {
            if let socket = try? UnixSocket.connect(to: path),
                let peer = try? UnixSocket.peer(of: socket.borrowed)
            {
                return peer.processIdentifier
            }
        }
        return nil
    }

    private static func isGone(_ mount: ProviderMount) -> Bool {
        !ProviderMount.all().contains(mount)
    }
}
