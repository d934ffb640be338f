import CFuse3
import Glibc
import SystemIO

/// The duty to answer one request, exactly once: every way of answering consumes it, and one that goes away
/// unanswered answers EIO. It belongs to the loop's thread, and may be kept (see `HeldReply`) as long as it likes.
package struct Reply<Answer>: ~Copyable {
    private let request: fuse_req_t
    /// Retained, so that libfuse's session lives until the last request is answered.
    private let session: Unmanaged<FileSystemSession>

    @inline(__always)
    init(_ request: fuse_req_t, _ session: FileSystemSession) {
        self.request = request
        self.session = .passRetained(session)
    }

    deinit {
        session._withUnsafeGuaranteedRef { $0.forgetInterrupt(of: request) }
        fuse_reply_err(request, EIO)
        session.release()
    }

    /// Answers with an error. The kernel accepts numbers below 1000; anything else becomes EIO.
    package consuming func fail(_ error: Errno) {
        answer { request, _ in
            _ = fuse_reply_err(request, (1..<1000).contains(error.rawValue) ? error.rawValue : EIO)
        }
    }

    /// Whether the caller has been interrupted or killed.
    package var isInterrupted: Bool { fuse_req_interrupted(request) != 0 }

    /// Calls `handler` on the loop's thread, once, when the caller is interrupted or killed, also if it already is.
    /// Not called after the answer. A caller that got a signal which it handles goes on waiting until the answer.
    package borrowing func onInterrupt(_ handler: @escaping () -> Void) {
        session._withUnsafeGuaranteedRef { $0.watchInterrupt(of: request, handler) }
    }

    /// The one way out: `body` answers the request by libfuse.
    @inline(__always)
    consuming func answer<Result>(_ body: (fuse_req_t, FileSystemSession) -> Result) -> Result {
        let (request, session) = (request, session)
        discard self
        defer { session.release() }
        return session._withUnsafeGuaranteedRef {
            $0.forgetInterrupt(of: request)
            return body(request, $0)
        }
    }

    /// - Returns: false if the kernel no longer wants the answer, because the connection is gone.
    @inline(__always)
    @discardableResult
    consuming func send<Body: BitwiseCopyable>(_ body: Body) -> Bool {
        answer { request, _ in
            withUnsafeBytes(of: body) {
                fuse_reply_buf(request, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count) == 0
            }
        }
    }

    @inline(__always)
    @discardableResult
    consuming func send(bytes: UnsafeRawBufferPointer) -> Bool {
        answer { request, _ in
            fuse_reply_buf(request, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) == 0
        }
    }
}

/// A reply that is answered later, from a timer or when something happens.
package final class HeldReply<Answer> {
    private var reply: Reply<Answer>?

    package init(_ reply: consuming Reply<Answer>) {
        self.reply = consume reply
    }

    /// The reply, to be answered now. Nil if it was taken before.
    package func take() -> Reply<Answer>? {
        guard let reply = reply.take() else { return nil }
        return reply
    }

    /// Calls `handler` when the caller is interrupted or killed before the reply is answered.
    package func onInterrupt(_ handler: @escaping () -> Void) {
        reply?.onInterrupt(handler)
    }
}
