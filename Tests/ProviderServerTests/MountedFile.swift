import Foundation
import ProviderTesting
import SystemIO

/// Plain system calls on a mount, with the error number as it came.
extension MountedProvider {
    /// Made of text: Foundation's own way of appending a name asks the mount whether it is a folder.
    func path(_ path: String) -> String { path.isEmpty ? url.path : "\(url.path)/\(path)" }

    func read(_ path: String) throws(Errno) -> [UInt8] {
        let file = try open(path)
        return try file.borrowed.readToEnd()
    }

    func open(_ path: String) throws(Errno) -> OwnedFileDescriptor {
        try FileDescriptor.workingDirectory.open(self.path(path), [.readOnly])
    }

    func status(_ path: String) throws(Errno) -> FileStatus {
        try FileDescriptor.workingDirectory.status(of: self.path(path))
    }

    func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    func attribute(_ name: String, of path: String) throws(Errno) -> String {
        let file = try open(path)
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = try buffer.withUnsafeMutableBufferPointer { (buffer) throws(Errno) in
            try file.borrowed.extendedAttribute("user.fpsim.\(name)", into: UnsafeMutableRawBufferPointer(buffer))
        }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// The error number of reading a file to its end, or nil.
    func failure(reading path: String) -> Errno? {
        do throws(Errno) {
            _ = try read(path)
            return nil
        } catch {
            return error
        }
    }
}

extension Data {
    static let small = Data("hello from the source\n".utf8)

    /// Bytes that differ from place to place.
    static func numbered(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }
}
