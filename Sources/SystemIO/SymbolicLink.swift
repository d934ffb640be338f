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
}
