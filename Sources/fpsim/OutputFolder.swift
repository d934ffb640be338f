import SystemIO

/// Where a report goes, made before the work whose report it is.
enum OutputFolder {
    /// Makes it, with those that lead to it, and sees that something can be written in it.
    static func make(_ path: String) throws {
        do throws(Errno) {
            try makeAll(path)
            let probe = "\(path)/.fpsim-probe.\(UInt64.random(in: .min ... .max))"
            try FileDescriptor.workingDirectory.makeDirectory(probe, permissions: 0o700)
            try FileDescriptor.workingDirectory.removeDirectory(probe)
        } catch {
            throw CommandFailure(.cannotCreate, "“\(path.escapingControls)” can't be written to: \(error)")
        }
    }

    private static func makeAll(_ path: String) throws(Errno) {
        var made = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            made += "/" + name
            do throws(Errno) {
                try FileDescriptor.workingDirectory.makeDirectory(made, permissions: 0o777)
            } catch .fileExists {
                continue
            }
        }
    }
}
