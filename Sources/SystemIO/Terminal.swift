import Glibc

/// What a program asks of the streams that it was started with.
package enum Terminal {
    /// Whether a person's terminal is at the other end.
    package static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
        isatty(descriptor.rawValue) == 1
    }

    /// Writes the whole text to standard error, past any buffer, so that it survives a crash right after.
    /// A closed standard error is no reason to fail.
    package static func writeError(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = try? bytes.withUnsafeBytes { buffer in
                try SystemCall.retrying { write(STDERR_FILENO, buffer.baseAddress, buffer.count) }
            }
            guard let written else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
