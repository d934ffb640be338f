import Glibc

/// Libraries that this process has loaded and that a child of fork(2) can be left without. A child with few mappings
/// is made and ends in a fraction of the time; one that calls into a library that it hasn't got dies of SIGSEGV.
package final class ForkedLibraries {
    private let ranges: [UnsafeMutableRawBufferPointer]
    private var areLeftOut = false

    /// Looks at what is loaded: a process that may no longer open files finds nothing, and leaves nothing out.
    /// - Parameter isNeeded: whether the children need the library of this file name, such as `libz.so.1.2.13`.
    package init(isNeeded: (Substring) -> Bool) {
        var ranges: [UnsafeMutableRawBufferPointer] = []
        for line in Self.mappings {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count == 6, let name = words[5].split(separator: "/").last, name.contains(".so"),
                !isNeeded(name), let range = Self.range(words[0])
            else { continue }
            // One call serves for all mappings of a library that follow on each other.
            if let last = ranges.last, last.baseAddress! + last.count == range.baseAddress! {
                ranges[ranges.count - 1] = .init(start: last.baseAddress, count: last.count + range.count)
            } else {
                ranges.append(range)
            }
        }
        self.ranges = ranges
    }

    /// Has children left without them from now on, or not.
    package func leaveOut(_ leavesOut: Bool) {
        guard leavesOut != areLeftOut else { return }
        areLeftOut = leavesOut
        for range in ranges {
            madvise(range.baseAddress, range.count, leavesOut ? MADV_DONTFORK : MADV_DOFORK)
        }
    }

    private static var mappings: [Substring] {
        guard let file = try? FileDescriptor.workingDirectory.open("/proc/self/maps", [.readOnly]) else { return [] }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while let count = try? buffer.withUnsafeMutableBytes({ try file.borrowed.read(into: $0) }), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    private static func range(_ text: Substring) -> UnsafeMutableRawBufferPointer? {
        let ends = text.split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        return .init(start: UnsafeMutableRawPointer(bitPattern: ends[0]), count: Int(ends[1] - ends[0]))
    }
}
