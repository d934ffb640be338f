import Glibc
import SystemIO
import Testing

@Suite struct ProgramCodeTests {
    /// How much of this process's memory is huge pages that it can run.
    private func runnableHugePages() throws -> Int {
        let file = try FileDescriptor.workingDirectory.open("/proc/self/smaps", [.readOnly])
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = try buffer.withUnsafeMutableBytes({ try file.borrowed.read(into: $0) }), count > 0 {
            bytes += buffer[..<count]
        }
        var isRunnable = false
        var size = 0
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            if words.count >= 2, words[0].contains("-"), words[1].count == 4 { isRunnable = words[1].contains("x") }
            if isRunnable, words.first == "AnonHugePages:" { size += Int(words[1]) ?? 0 }
        }
        return size << 10
    }

    @Test func `moved code is in huge pages, and runs here and in a child`() throws {
        let before = try runnableHugePages()
        // A kernel without huge pages, or a sanitizer, leaves all as it was.
        guard ProgramCode.moveToHugePages() else {
            #expect(try runnableHugePages() == before)
            return
        }
        #expect(try runnableHugePages() >= 2 << 20)
        let child = try ForkedChild { _exit(7) }
        #expect(try child.wait(until: .now + .seconds(10)) == .exited(7))
    }
}
