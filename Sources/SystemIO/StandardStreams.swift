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
