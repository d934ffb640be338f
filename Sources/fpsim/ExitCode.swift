import Arguments

/// Every exit code of the program, and nowhere else. `success` (0) and `usage` (64) are those that parsing needs and
/// stand in `Arguments`. Codes from 64 on are those of sysexits.h where it has one.
extension ExitCode {
    /// The command did its work, and something in it failed: an import, an expectation, a rule.
    static let failure = ExitCode(rawValue: 1)
    /// Some of a batch failed.
    static let someFailed = ExitCode(rawValue: 3)
    /// The mountpoint is dead: its provider was killed. `fpsim unmount` clears it.
    static let deadMount = ExitCode(rawValue: 10)
    /// The mountpoint is in use already.
    static let alreadyMounted = ExitCode(rawValue: 11)
    /// There is no mount of fpsim.
    static let notMounted = ExitCode(rawValue: 12)
    /// What was read is wrong: a provider-config, a trace (EX_DATAERR).
    static let badData = ExitCode(rawValue: 65)
    /// An input doesn't exist or can't be read (EX_NOINPUT).
    static let noInput = ExitCode(rawValue: 66)
    /// Something that is needed doesn't answer: no /dev/fuse, a silent provider (EX_UNAVAILABLE).
    static let unavailable = ExitCode(rawValue: 69)
    /// A bug of fpsim (EX_SOFTWARE).
    static let internalError = ExitCode(rawValue: 70)
    /// An output can't be made (EX_CANTCREAT).
    static let cannotCreate = ExitCode(rawValue: 73)
    /// A read or write failed (EX_IOERR).
    static let ioError = ExitCode(rawValue: 74)
    /// Busy, for instance a library that another process holds; later it may work (EX_TEMPFAIL).
    static let busy = ExitCode(rawValue: 75)
    /// A newer version wrote it: a library, a protocol (EX_PROTOCOL).
    static let newerVersion = ExitCode(rawValue: 76)
    /// Not permitted (EX_NOPERM).
    static let notPermitted = ExitCode(rawValue: 77)
    /// `with-access` itself failed, and not the command that it runs.
    static let withAccessFailure = ExitCode(rawValue: 125)
    /// Ended by Ctrl-C.
    static let interrupted = ExitCode(rawValue: 130)
}
