import Glibc
import SystemIO

/// Taking a mount away from outside the connection.
package enum Unmounting {
    /// Unmounts what isn't in use: by system call as root, by fusermount3 otherwise.
    /// - Returns: nil, or why not.
    package static func unmount(_ mountPoint: RawPath) -> Errno? {
        if mountPoint.withCString({ umount2($0, 0) }) == 0 { return nil }
        let error = Errno.current
        guard error == .notPermitted else { return error }
        return runHelper(["-u"], mountPoint) ? nil : Errno(rawValue: EBUSY)
    }

    /// Takes the name away at once, whoever uses the mount; it ends when the last user is gone.
    /// - Returns: nil, or why not.
    package static func detach(_ mountPoint: RawPath) -> Errno? {
        if mountPoint.withCString({ umount2($0, CInt(MNT_DETACH)) }) == 0 { return nil }
        let error = Errno.current
        guard error == .notPermitted else { return error }
        return runHelper(["-u", "-z"], mountPoint) ? nil : error
    }

    /// Ends the connection of a mount whose provider doesn't: everybody who waits gets ECONNABORTED.
    /// - Parameter device: the mount's `st_dev`.
    /// - Returns: nil, or why not: `ENOENT` where fusectl isn't mounted.
    package static func abort(device: UInt64) -> Errno? {
        let path = "/sys/fs/fuse/connections/\(FileDescriptor.minor(of: device))/abort"
        do throws(Errno) {
            let file = try FileDescriptor.workingDirectory.open(path, .writeOnly)
            try file.borrowed.writeAll("1")
            return nil
        } catch {
            return error
        }
    }

    private static func runHelper(_ flags: [String], _ mountPoint: RawPath) -> Bool {
        var options = ChildProcess.Options()
        options.output = .null
        options.error = .null
        let words = (flags + ["--"]).map { Array($0.utf8) } + [mountPoint.bytes]
        do throws(Errno) {
            let child = try ChildProcess(path: "fusermount3", words: words, options: options)
            return try child.wait().isSuccess
        } catch {
            return false
        }
    }
}
