import Glibc

/// A system call's error number, compared by symbol: the numbers differ between Linux and Darwin (EDEADLK is 35
/// here and 11 there, and EAGAIN the reverse), so no other module may compare bare integers.
package struct Errno: Error, RawRepresentable, Hashable, Sendable {
    package let rawValue: CInt

    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// The calling thread's `errno`.
    package static var current: Errno { Errno(rawValue: errno) }
}

extension Errno {
    /// Every error number that has a name here, with that name: what a provider-config may write and what a
    /// trace prints.
    package static let named: [(name: String, errno: Errno)] = [
        ("EPERM", EPERM), ("ENOENT", ENOENT), ("ESRCH", ESRCH), ("EINTR", EINTR), ("EIO", EIO), ("ENXIO", ENXIO),
        ("E2BIG", E2BIG), ("EBADF", EBADF), ("ECHILD", ECHILD), ("EAGAIN", EAGAIN), ("ENOMEM", ENOMEM),
        ("EACCES", EACCES), ("EFAULT", EFAULT), ("EBUSY", EBUSY), ("EEXIST", EEXIST), ("EXDEV", EXDEV),
        ("ENODEV", ENODEV), ("ENOTDIR", ENOTDIR), ("EISDIR", EISDIR), ("EINVAL", EINVAL), ("ENFILE", ENFILE),
        ("EMFILE", EMFILE), ("ENOTTY", ENOTTY), ("ETXTBSY", ETXTBSY), ("EFBIG", EFBIG), ("ENOSPC", ENOSPC),
        ("ESPIPE", ESPIPE), ("EROFS", EROFS), ("EMLINK", EMLINK), ("EPIPE", EPIPE), ("ERANGE", ERANGE),
        ("EDEADLK", EDEADLK), ("ENAMETOOLONG", ENAMETOOLONG), ("ENOLCK", ENOLCK), ("ENOSYS", ENOSYS),
        ("ENOTEMPTY", ENOTEMPTY), ("ELOOP", ELOOP), ("ENODATA", ENODATA), ("ETIME", ETIME), ("EPROTO", EPROTO),
        ("EBADMSG", EBADMSG), ("EOVERFLOW", EOVERFLOW), ("EILSEQ", EILSEQ), ("ENOTSOCK", ENOTSOCK),
        ("EOPNOTSUPP", EOPNOTSUPP), ("EADDRINUSE", EADDRINUSE), ("ENETDOWN", ENETDOWN),
        ("ENETUNREACH", ENETUNREACH), ("ECONNABORTED", ECONNABORTED), ("ECONNRESET", ECONNRESET),
        ("ENOBUFS", ENOBUFS), ("ENOTCONN", ENOTCONN), ("ETIMEDOUT", ETIMEDOUT), ("ECONNREFUSED", ECONNREFUSED),
        ("EHOSTDOWN", EHOSTDOWN), ("EHOSTUNREACH", EHOSTUNREACH), ("EALREADY", EALREADY),
        ("EINPROGRESS", EINPROGRESS), ("ESTALE", ESTALE), ("EREMOTEIO", EREMOTEIO), ("EDQUOT", EDQUOT),
        ("ENOMEDIUM", ENOMEDIUM), ("ECANCELED", ECANCELED),
    ].map { ($0.0, Errno(rawValue: $0.1)) }

    private static let namesByNumber = Dictionary(
        named.map { ($0.errno, $0.name) }, uniquingKeysWith: { first, _ in first })
    private static let numbersByName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.errno) })

    /// The symbol, such as `EPERM`, or `errno N` for a number without a name here.
    package var name: String { Errno.namesByNumber[self] ?? "errno \(rawValue)" }

    /// The error number with this symbol, or nil.
    package init?(name: String) {
        guard let errno = Errno.numbersByName[name] else { return nil }
        self = errno
    }

    package static let permissionDenied = Errno(rawValue: EACCES)
    package static let notPermitted = Errno(rawValue: EPERM)
    package static let noSuchFile = Errno(rawValue: ENOENT)
    package static let fileExists = Errno(rawValue: EEXIST)
    package static let interrupted = Errno(rawValue: EINTR)
    package static let wouldBlock = Errno(rawValue: EAGAIN)
    package static let ioError = Errno(rawValue: EIO)
    package static let invalidArgument = Errno(rawValue: EINVAL)
    package static let notDirectory = Errno(rawValue: ENOTDIR)
    package static let isDirectory = Errno(rawValue: EISDIR)
    package static let noSpace = Errno(rawValue: ENOSPC)
    package static let fileTooLarge = Errno(rawValue: EFBIG)
    package static let readOnlyFileSystem = Errno(rawValue: EROFS)
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    package static let noSystemCall = Errno(rawValue: ENOSYS)
    package static let stale = Errno(rawValue: ESTALE)
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
    package static let deadlock = Errno(rawValue: EDEADLK)
    package static let cancelled = Errno(rawValue: ECANCELED)
    /// ENODATA: there is no such extended attribute.
    package static let noAttribute = Errno(rawValue: ENODATA)
    package static let busy = Errno(rawValue: EBUSY)
    package static let notEmpty = Errno(rawValue: ENOTEMPTY)
    package static let loop = Errno(rawValue: ELOOP)
    package static let noSuchDevice = Errno(rawValue: ENXIO)
    package static let notConnected = Errno(rawValue: ENOTCONN)
    /// ENOTTY: there is no such ioctl(2).
    package static let noSuchControl = Errno(rawValue: ENOTTY)
}

extension Errno {
    /// What this computer, or this process by its limits, has no more of: nil for an error of another kind. Where a
    /// call starts a process or a thread, `wouldBlock` is one, too.
    package var shortage: String? {
        switch rawValue {
        case EMFILE, ENFILE: "open files"
        case ENOMEM: "memory"
        default: nil
        }
    }
}

extension Errno: CustomStringConvertible {
    /// The symbol and the C library's text: `EPERM (Operation not permitted)`.
    package var description: String { "\(name) (\(String(cString: strerror(rawValue))))" }
}
