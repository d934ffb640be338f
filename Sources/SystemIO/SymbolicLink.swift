import Glibc

/// Symbolic links, by absolute path.
package enum SymbolicLink {
    /// Where the link leads, as it is written; nil when there is no link at `path`, for whatever reason.
    package static func target(of path: [UInt8]) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let name = path.map { CChar(bitPattern: $0) } + [0]
        let count = try? SystemCall.retrying {
            buffer.withUnsafeMutableBytes { readlink(name, $0.baseAddress!, $0.count) }
        }
        return count.map { Array(buffer[..<$0]) }
    }

    /// realpath(3): the path without any link; nil when something on the way isn't there.
    package static func resolved(_ path: String) -> String? { resolved(RawPath(path))?.description }

    package static func resolved(_ path: RawPath) -> RawPath? {
        guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return RawPath(bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}
