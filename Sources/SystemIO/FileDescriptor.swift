import Glibc

/// A borrowed descriptor: a number that somebody else closes.
package struct FileDescriptor: RawRepresentable, Hashable, Sendable {
    package let rawValue: CInt

    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    package static let standardInput = FileDescriptor(rawValue: 0)
    package static let standardOutput = FileDescriptor(rawValue: 1)
    package static let standardError = FileDescriptor(rawValue: 2)
    /// `AT_FDCWD`: paths are relative to the working directory.
    package static let workingDirectory = FileDescriptor(rawValue: AT_FDCWD)
}

/// A descriptor that this value owns, and closes when it goes away.
///
/// Every descriptor of fpsim is close-on-exec: a child that inherits one on a mount can keep the provider from
/// exiting.
package struct OwnedFileDescriptor: ~Copyable, Sendable {
    private let rawValue: CInt

    /// Takes over `rawValue`, which nobody else may close from now on.
    package init(owning rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// The number, valid as long as this value lives.
    package var borrowed: FileDescriptor { FileDescriptor(rawValue: rawValue) }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Closes now, and reports what close(2) says: on network file systems the error of an earlier write comes here.
    /// - Throws: `Errno`; the descriptor is gone in any case.
    package consuming func close() throws(Errno) {
        let number = rawValue
        discard self
        try SystemCall.once { Glibc.close(number) }
    }

    /// Gives the descriptor up without closing it.
    package consuming func release() -> CInt {
        let number = rawValue
        discard self
        return number
    }
}
