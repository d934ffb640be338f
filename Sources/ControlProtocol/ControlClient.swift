import Dispatch
import Glibc
import Synchronization
import SystemIO

/// A connection to a mount's control socket, for any number of threads: whoever waits for an answer reads, or else a
/// thread of its own, and replies find their caller by their id.
///
/// The mount holds this process's grants, claims and presenters as long as the connection lives.
package final class ControlClient: Sendable {
    package typealias EventHandler = @Sendable (ControlEvent) -> Void

    private let connection: ControlConnection

    /// Connects to the mount's control socket and says hello.
    /// - Parameters:
    ///   - onEvent: called on the thread that reads, which must not be blocked and must not wait for a reply.
    ///   - claimDeadline: how long this process means to hold a claim at most.
    /// - Throws: `ControlFailure`, ENOTCONN beneath, when no provider of this user's answers there.
    package convenience init(
        to mount: ProviderMount, process: String? = nil, deadline: Duration = .seconds(10),
        claimDeadline: Duration? = nil, onEvent: @escaping EventHandler = { _ in }
    ) throws(ControlFailure) {
        var failure = ControlFailure.gone("No provider answers for this mount.")
        for path in ControlSocketLocation.candidates(device: mount.device) {
            do throws(ControlFailure) {
                try self.init(
                    socket: path, process: process, deadline: deadline, claimDeadline: claimDeadline, onEvent: onEvent)
                return
            } catch {
                if error.errno != Errno.noSuchFile.name { failure = error }
            }
        }
        throw failure
    }

    /// Connects to the socket at `path` and says hello.
    package init(
        socket path: String, process: String? = nil, deadline: Duration = .seconds(10),
        claimDeadline: Duration? = nil, onEvent: @escaping EventHandler = { _ in }
    ) throws(ControlFailure) {
        do throws(Errno) {
            connection = try ControlConnection(to: path, onEvent: onEvent)
        } catch {
            throw .gone("The provider doesn't answer.", error)
        }
        let hello = HelloRequest(
            process: process ?? ProcessName.current,
            claimDeadlineMilliseconds: claimDeadline.map { Int($0 / .milliseconds(1)) })
        greeting = try connection.call(hello, deadline, { _ in })
    }

    /// What the mount said about itself.
    package let greeting: HelloRequest.Response

    deinit {
        connection.close()
    }

    /// Ends the connection: open calls fail, and the mount forgets this process's grants and claims.
    package func close() {
        connection.close()
    }

    /// Nil while the connection lives.
    package var failure: ControlFailure? { connection.failure }

    /// Asks and waits for the answer.
    /// - Parameters:
    ///   - deadline: nil waits as long as the connection lives. After it the request is cancelled.
    ///   - started: gets the request's id, for `cancel`, once it has been sent.
    /// - Throws: `ControlFailure`: the mount's answer, ETIMEDOUT beneath after the deadline, ENOTCONN when the
    ///   connection is gone.
    package func call<Request: ControlRequest>(
        _ request: Request, deadline: Duration? = .seconds(30), started: (Int) -> Void = { _ in }
    ) throws(ControlFailure) -> Request.Response {
        try connection.call(request, deadline, started)
    }

    /// Asks; `completion` is called once, on the thread that reads or, when the connection is gone, on this one, and
    /// must not block.
    /// - Returns: the request's id, for `cancel`.
    @discardableResult
    package func begin<Request: ControlRequest>(
        _ request: Request,
        completion: @escaping @Sendable (Result<Request.Response, ControlFailure>) -> Void
    ) -> Int {
        connection.begin(request, completion: completion)
    }

    /// Says what needs no answer. Messages keep their order, so what is asked next comes after it.
    package func notify(_ request: some ControlRequest) {
        connection.notify(request)
    }

    /// Gives a request up: its answer will be NSUserCancelledError, unless it is on the way already.
    package func cancel(_ id: Int) {
        connection.notify(CancelRequest(request: id))
    }
}

extension ControlFailure {
    package static func gone(_ message: String, _ errno: Errno = .notConnected) -> ControlFailure {
        ControlFailure(
            domain: posixDomain, code: Int(errno.rawValue), errno: errno.name, message: message)
    }
}
