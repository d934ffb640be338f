#if os(Linux)
import ControlProtocol
import Foundation
import SystemIO

/// Copies a file's bytes with a loop of its own. Foundation's `copyItem` on Linux trusts the size that the source
/// states: it loops for ever on one that ends early, and copies nothing of one that says 0 (L7).
enum FileCopy {
    /// Makes `destination`, which must not exist. A failed copy leaves nothing behind.
    /// - Throws: `NSError` in the Cocoa domain, POSIX beneath: EIO where the source ended before its size.
    static func copy(_ source: URL, to destination: URL) throws {
        let input = try opening(source, [.readOnly], AccessError.cocoaCode(reading:))
        let output = try opening(destination, [.writeOnly, .create, .exclusive], AccessError.cocoaCode(writing:))
        do {
            let copied = try pump(input.borrowed, source, output.borrowed, destination)
            let status = try reading(source) { () throws(Errno) in try input.borrowed.status() }
            guard copied == status.size || status.size == 0 else {
                throw AccessError.error(.fileReadUnknown, .ioError, url: source)
            }
            try writing(destination) { () throws(Errno) in
                try output.borrowed.changeMode(to: status.mode & 0o777)
                try output.borrowed.synchronize()
            }
        } catch {
            try? FileManager.default.removeItem(at: destination)
            throw error
        }
    }

    private static func pump(
        _ input: FileDescriptor, _ source: URL, _ output: FileDescriptor, _ destination: URL
    ) throws -> Int64 {
        var copied: Int64 = 0
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = try buffer.withUnsafeMutableBytes { bytes in
                try reading(source) { () throws(Errno) in try input.read(into: bytes) }
            }
            if count == 0 { return copied }
            try buffer.withUnsafeBytes { bytes in
                let piece = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                try writing(destination) { () throws(Errno) in try output.writeAll(piece) }
            }
            copied += Int64(count)
        }
    }

    /// The URL's path as it is, though it is no UTF-8.
    private static func path(of url: URL) -> [CChar] {
        (PickedURL(url.absoluteURL.absoluteString)?.path ?? Array(url.path.utf8)).map(CChar.init(bitPattern:)) + [0]
    }

    private static func opening(
        _ url: URL, _ flags: OpenFlags, _ code: (Errno) -> CocoaError.Code
    ) throws -> OwnedFileDescriptor {
        do throws(Errno) {
            return try FileDescriptor.workingDirectory.open(path(of: url), flags, permissions: 0o600)
        } catch {
            throw AccessError.error(code(error), error, url: url)
        }
    }

    private static func reading<Result>(_ url: URL, _ body: () throws(Errno) -> Result) throws -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw AccessError.error(AccessError.cocoaCode(reading: error), error, url: url)
        }
    }

    private static func writing<Result>(_ url: URL, _ body: () throws(Errno) -> Result) throws -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw AccessError.error(AccessError.cocoaCode(writing: error), error, url: url)
        }
    }
}
#endif
