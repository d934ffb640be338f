import Glibc

/// One line of /proc/self/mountinfo (proc_pid_mountinfo(5)).
package struct MountEntry: Hashable, Sendable {
    /// The mounts' `st_dev`, known without asking the file system.
    package let device: UInt64
    /// The part of the file system that is mounted: `/` but for bind mounts of a folder.
    package let root: [UInt8]
    package let mountpoint: [UInt8]
    /// `fuse.fpsim`, for instance.
    package let type: String
    package let source: [UInt8]
    /// Whose FUSE mount it is; nil for other file systems.
    package let userID: UInt32?

    package init(
        device: UInt64, root: [UInt8], mountpoint: [UInt8], type: String, source: [UInt8], userID: UInt32? = nil
    ) {
        self.device = device
        self.root = root
        self.mountpoint = mountpoint
        self.type = type
        self.source = source
        self.userID = userID
    }

    /// Reads a line, nil when it isn't one.
    package init?(line: some Collection<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard let dash = fields.firstIndex(where: { $0.elementsEqual([UInt8(ascii: "-")]) }),
            dash >= 6, fields.count > dash + 2
        else { return nil }
        let numbers = fields[2].split(separator: UInt8(ascii: ":")).compactMap {
            UInt32(String(decoding: $0, as: UTF8.self))
        }
        guard numbers.count == 2 else { return nil }
        let options = fields.count > dash + 3 ? String(decoding: fields[dash + 3], as: UTF8.self) : ""
        let user = options.split(separator: ",").first { $0.hasPrefix("user_id=") }
        self.init(
            device: Self.device(major: numbers[0], minor: numbers[1]), root: Self.unescape(fields[3]),
            mountpoint: Self.unescape(fields[4]), type: String(decoding: fields[dash + 1], as: UTF8.self),
            source: Self.unescape(fields[dash + 2]), userID: user.flatMap { UInt32($0.dropFirst("user_id=".count)) })
    }

    /// makedev(3), which is a macro.
    package static func device(major: UInt32, minor: UInt32) -> UInt64 {
        let (major, minor) = (UInt64(major), UInt64(minor))
        return (major & 0xFFF) << 8 | (major & 0xFFFF_F000) << 32 | minor & 0xFF | (minor & 0xFFFF_FF00) << 12
    }

    /// Space, tab, newline and backslash are written as a backslash and three octal digits.
    private static func unescape(_ field: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(field)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (48...55).contains($0) }) {
                result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 48) })
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}

/// The mounts that this process sees, read again only after they changed: the kernel says so to poll(2).
package final class MountTable: @unchecked Sendable {
    private let descriptor: OwnedFileDescriptor
    private var entries: [MountEntry]?
    private var generation = 0
    /// Guards `entries`; held while the table is read, and nothing else is locked meanwhile.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    package init() throws(Errno) {
        descriptor = OwnedFileDescriptor(
            owning: try SystemCall.retrying { open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) })
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// The mounts, in the order of mounting: of two at one mountpoint the later hides the earlier.
    package func current() throws(Errno) -> [MountEntry] { try currentWithGeneration().entries }

    /// The same, with a number that grows when they change: what was made of those of the same number is still right.
    package func currentWithGeneration() throws(Errno) -> (entries: [MountEntry], generation: Int) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        var poll = pollfd(fd: descriptor.borrowed.rawValue, events: Int16(POLLPRI), revents: 0)
        try SystemCall.retrying { Glibc.poll(&poll, 1, 0) }
        if let entries, poll.revents & Int16(POLLPRI | POLLERR) == 0 { return (entries, generation) }
        let read = try readTable()
        entries = read
        generation += 1
        return (read, generation)
    }

    private func readTable() throws(Errno) -> [MountEntry] {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let offset = off_t(text.count)
            let count = try SystemCall.retrying {
                buffer.withUnsafeMutableBytes {
                    pread(descriptor.borrowed.rawValue, $0.baseAddress, $0.count, offset)
                }
            }
            if count == 0 { break }
            text += buffer[..<count]
        }
        return text.split(separator: UInt8(ascii: "\n")).compactMap(MountEntry.init(line:))
    }
}
