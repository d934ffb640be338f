import CLinux
import Glibc

/// A file system that is mounted nowhere: it is reached through a descriptor, and gone when the last one is closed.
package enum DetachedMount {
    /// Why it couldn't be made.
    package struct Failure: Error, CustomStringConvertible {
        package let error: Errno
        /// What the kernel said about it, in its own words.
        package let messages: [String]
        package var description: String { ([error.description] + messages).joined(separator: ": ") }
    }

    // Of linux/mount.h.
    private static let setString: UInt32 = 1
    private static let create: UInt32 = 6
    private static let closeOnExec: UInt32 = 1

    /// Mounts a file system of this type with these parameters. For root.
    /// - Returns: a descriptor (`O_PATH`) of its root.
    /// - Throws: `Failure`.
    package static func make(
        type: String, _ parameters: KeyValuePairs<String, RawPath>
    ) throws(Failure) -> OwnedFileDescriptor {
        let context = try context(type: type)
        do throws(Errno) {
            for (key, value) in parameters {
                try value.withCString { (value) throws(Errno) in
                    _ = try SystemCall.retrying { fsconfig(context.borrowed.rawValue, setString, key, value, 0) }
                }
            }
            try SystemCall.retrying { fsconfig(context.borrowed.rawValue, create, nil, nil, 0) }
            return OwnedFileDescriptor(
                owning: try SystemCall.retrying { fsmount(context.borrowed.rawValue, closeOnExec, 0) })
        } catch {
            throw Failure(error: error, messages: messages(of: context.borrowed))
        }
    }

    private static func context(type: String) throws(Failure) -> OwnedFileDescriptor {
        do throws(Errno) {
            return OwnedFileDescriptor(owning: try SystemCall.retrying { fsopen(type, closeOnExec) })
        } catch {
            throw Failure(error: error, messages: [])
        }
    }

    /// Each read gives one message, with its severity in front: `e `, `w ` or `i `.
    private static func messages(of context: FileDescriptor) -> [String] {
        var messages: [String] = []
        var line = [UInt8](repeating: 0, count: 1024)
        while let count = try? line.withUnsafeMutableBufferPointer({ (buffer) throws(Errno) in
            try context.read(into: UnsafeMutableRawBufferPointer(buffer))
        }), count > 2 {
            messages.append(String(decoding: line[2..<count], as: UTF8.self).split(separator: "\n").joined())
        }
        return messages
    }
}
