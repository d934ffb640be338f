import Glibc

/// The ioctl(2)s by which any file system tells and changes an object's flags, as for chattr(1) and lsattr(1), or its
/// project and extent size with them: those whose argument is a plain value. Their numbers are macros with arithmetic,
/// which Swift can't use.
package enum InodeFlagsCommand: UInt32, Sendable {
    case getFlags = 0x8008_6601
    case setFlags = 0x4008_6602
    case getExtended = 0x801C_581F
    case setExtended = 0x401C_5820

    package var changes: Bool { self == .setFlags || self == .setExtended }

    /// How many bytes the value has. The number says 8 for the flags; it is a mistake of old.
    package var size: Int { self == .getFlags || self == .setFlags ? 4 : 28 }
}

extension FileDescriptor {
    /// - Parameter value: what is to be set.
    /// - Returns: what was asked for.
    /// - Throws: `Errno`: `ENOTTY` or `EOPNOTSUPP` where the file system has no flags.
    package func perform(_ command: InodeFlagsCommand, with value: [UInt8] = []) throws(Errno) -> [UInt8] {
        var bytes = Array(value.prefix(command.size))
        bytes += [UInt8](repeating: 0, count: command.size - bytes.count)
        _ = try SystemCall.retrying {
            bytes.withUnsafeMutableBytes { ioctl(rawValue, UInt(command.rawValue), $0.baseAddress!) }
        }
        return command.changes ? [] : bytes
    }
}
