import Arguments
import ControlProtocol
import ProviderServer
import SystemIO

/// How commands reach a mount: by any path on it.
struct MountConnection {
    let client: ControlClient
    let mount: ProviderMount
    /// Where the path is on the mount.
    let path: ControlPath

    /// - Throws: `CommandFailure`: no mount, a dead one, one that doesn't answer.
    init(_ text: String, deadline: Duration = .seconds(10)) throws {
        try self.init(Array(text.utf8), deadline: deadline)
    }

    /// - Parameter bytes: a path as it was typed.
    init(_ bytes: [UInt8], deadline: Duration = .seconds(10)) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let located = ProviderMount.locate(AbsolutePath.of(bytes)) else {
            throw CommandFailure(.notMounted, "\(text): there is no mount of fpsim")
        }
        mount = located.mount
        path = located.path
        do throws(ControlFailure) {
            client = try ControlClient(to: located.mount, deadline: deadline)
        } catch {
            if let failure = CommandFailure(foreign: located.mount, text) { throw failure }
            if case .dead = MountpointState.of(bytes) {
                throw CommandFailure(
                    .deadMount, "\(text): the mount's provider was killed",
                    remedy: "Clear it with: fpsim unmount \(text)")
            }
            throw CommandFailure(error)
        }
    }

    func call<Request: ControlRequest>(
        _ request: Request, deadline: Duration? = .seconds(30)
    ) throws -> Request.Response {
        do throws(ControlFailure) {
            return try client.call(request, deadline: deadline)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// The mount is another user's: whose, and what to do. nil where it is this user's own.
    init?(foreign mount: ProviderMount, _ path: String) {
        guard let owner = mount.owner, owner != SystemUser.effective else { return nil }
        let name = SystemUser.name(of: owner)
        self.init(
            .notPermitted,
            "\(path): the mount belongs to \(name.map { "“\($0)” (user id \(owner))" } ?? "the user with the id \(owner)")",
            remedy: "Only that user can pick from it or control it: run this as \(name ?? "that user"), "
                + "or mount the source yourself.")
    }

    /// What a mount refused.
    init(_ failure: ControlFailure) {
        let code: ExitCode =
            switch failure.protocolCode {
            case .noSuchItem, .noSuchRule: .noInput
            case .timedOut: .failure
            case .badRules: .badData
            case .notAllowed: .notPermitted
            case .incompatibleVersion: .newerVersion
            case .unsupported, .malformed, .unknownOperation: .usage
            case .ending: .unavailable
            case .noSuchClaim: .failure
            case nil where failure.errno == "EBUSY": .busy
            case nil:
                ["ENOTCONN", "ECONNREFUSED", "ETIMEDOUT"].contains(failure.errno)
                    && failure.domain == ControlFailure.posixDomain
                    ? .unavailable : .failure
            }
        self.init(code, failure.description)
    }
}
