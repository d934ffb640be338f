import Glibc
import SystemIO
import Testing

@Suite struct ForkedChildTests {
    @Test func `a child that hangs ends with the process that made it`() throws {
        let pipe = try Pipe()
        let output = pipe.writeEnd.borrowed
        let parent = try ForkedChild {
            _ = try? ForkedChild {
                var own = getpid()
                withUnsafeBytes(of: &own) { bytes in _ = try? output.writeAll(bytes) }
                while true { pause() }
            }
            while true { pause() }
        }
        var child: pid_t = 0
        let count = try withUnsafeMutableBytes(of: &child) { bytes in try pipe.readEnd.borrowed.read(into: bytes) }
        try #require(count == MemoryLayout<pid_t>.size)
        // Its time is up: it is killed.
        #expect(try parent.wait(until: .now) == nil)
        #expect(ProcessExit.wait(for: child, until: .now + .seconds(10)))
    }
}
