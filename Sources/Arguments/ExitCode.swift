/// What a command tells the shell. The program's own list is in its `ExitCode.swift`; here are the two that parsing
/// needs.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// All went as it should.
    package static let success = ExitCode(rawValue: 0)
    /// The command line was wrong (EX_USAGE of sysexits.h).
    package static let usage = ExitCode(rawValue: 64)
}
