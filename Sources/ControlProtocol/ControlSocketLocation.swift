import Glibc
import SystemIO

/// Where a mount's control socket is: named after the mount's `st_dev`, in a folder that only its user can enter.
package enum ControlSocketLocation {
    /// The folders to look in, best first: `$XDG_RUNTIME_DIR/fpsim`, `/run/fpsim-UID`, and /tmp/fpsim-UID: not
    /// $TMPDIR, which the two ends may see differently.
    package static var folders: [String] {
        let user = geteuid()
        var result: [String] = []
        if let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), runtime.hasPrefix("/") {
            result.append(runtime + "/fpsim")
        }
        result.append("/run/fpsim-\(user)")
        result.append("/tmp/fpsim-\(user)")
        return result
    }

    package static func name(ofDevice device: UInt64) -> String {
        String(device, radix: 16) + ".sock"
    }

    /// The paths at which a mount's socket may be.
    package static func candidates(device: UInt64) -> [String] {
        folders.filter(isPrivate).map { "\($0)/\(name(ofDevice: device))" }
    }

    /// The folder for a new socket, made where it is missing.
    /// - Throws: the error of the last folder that could have been used.
    package static func makeFolder() throws(Errno) -> String {
        var last = Errno.noSuchFile
        for folder in folders {
            do {
                try makePrivateFolder(folder)
                return folder
            } catch {
                last = error
            }
        }
        throw last
    }

    private static func makePrivateFolder(_ path: String) throws(Errno) {
        do {
            try SystemCall.retrying { mkdir(path, 0o700) }
        } catch .fileExists {
        }
        guard isPrivate(path) else { throw .permissionDenied }
    }

    /// A folder of this user's that nobody else can enter, and no link: another user may have made one in /tmp.
    private static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
