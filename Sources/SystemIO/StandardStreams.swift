import CLinux
import Glibc

/// A program's own three streams.
package enum StandardStreams {
    /// Connects them to /dev/null, standard error to a file where one is given: whoever waits for the end of this
    /// program's output sees it now.
    package static func detach(errorTo path: String?) {
        guard let null = try? FileDescriptor.workingDirectory.open("/dev/null", [.readWrite]) else { return }
        let log = path.flatMap { path in
            try? FileDescriptor.workingDirectory.open(path, [.writeOnly, .create, .append]).release()
        }
        _ = dup2(null.borrowed.rawValue, 0)
        _ = dup2(null.borrowed.rawValue, 1)
        _ = dup2(log ?? null.borrowed.rawValue, 2)
        if let log { _ = Glibc.close(log) }
    }
}

extension StandardStreams {
    /// What became of all that a program printed.
    package enum OutputEnd: Equatable {
        case written
        /// Nobody reads it any more, as after `| head`.
        case readerLeft
        /// The reason, where it is still known.
        case failed(Errno?)
    }

    /// Whether standard output is a pipe or a socket that nobody reads from any more.
    package static var readerHasLeft: Bool {
        var output = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, 0) > 0 && output.revents & Int16(POLLERR) != 0
    }

    /// From now on a write to a pipe that nobody reads fails, and doesn't end the program.
    package static func outliveReader() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes what is still kept, and says whether anything that was printed before got lost.
    package static func flushOutput() -> OutputEnd {
        let hasFailed = clinux_output_has_failed() != 0
        let error: Errno? = fflush(nil) == 0 ? nil : Errno.current
        guard hasFailed || error != nil else { return .written }
        // The reason of an earlier failure is gone; a pipe whose reader left still says so.
        return readerHasLeft || error?.rawValue == EPIPE ? .readerLeft : .failed(error)
    }
}
