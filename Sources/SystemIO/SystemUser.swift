import Glibc

/// Who this process is.
package enum SystemUser {
    package static var effective: UInt32 { geteuid() }
    package static var effectiveGroup: UInt32 { getegid() }
    package static var isRoot: Bool { geteuid() == 0 }

    /// What a user is called; nil where nobody knows.
    package static func name(of user: UInt32) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
            guard getpwuid_r(user, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil else {
                return nil
            }
            return String(cString: entry.pw_name)
        }
    }

    /// Of this process; `/` where it is gone.
    package static var workingDirectory: String { String(decoding: workingDirectoryBytes, as: UTF8.self) }

    package static var workingDirectoryBytes: [UInt8] {
        guard let path = getcwd(nil, 0) else { return [UInt8(ascii: "/")] }
        defer { free(path) }
        return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
    /// The variables of this process's environment.
    package static var environment: [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let line = entry.pointee {
            let text = String(cString: line)
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            entry = entry.successor()
        }
        return result
    }
    package static var processID: pid_t { getpid() }
}
