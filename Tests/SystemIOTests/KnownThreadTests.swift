import Glibc
import SystemIO
import Testing

@Suite struct KnownThreadTests {
    @Test func `a process that runs another program is called by its new name, and gone when it has ended`() throws {
        let go = try Pipe()
        let said = try Pipe()
        var options = ChildProcess.Options()
        options.input = .descriptor(go.readEnd.borrowed)
        options.output = .descriptor(said.writeEnd.borrowed)
        let child = try ChildProcess(
            path: "/bin/sh", arguments: ["-c", "echo up; read line; exec cat"], options: options)
        let answer = said.readEnd.borrowed
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(try bytes.withUnsafeMutableBytes { try answer.read(into: $0) } == 3)
        let thread = try #require(KnownThread(child.pid))
        #expect(thread.current()?.name == "sh")
        #expect(thread.current()?.processID == child.pid)
        #expect(thread.current()?.parentID == getpid())

        try go.writeEnd.borrowed.writeAll("go\nhere\n")
        #expect(try bytes.withUnsafeMutableBytes { try answer.read(into: $0) } == 5)
        #expect(thread.current()?.name == "cat")

        try child.signal(SIGKILL)
        _ = try child.wait()
        #expect(thread.current() == nil)
        #expect(KnownThread(child.pid) == nil)
    }

    @Test func `a thread leads to its process, by the main thread's name`() async throws {
        let main = try #require(KnownThread(getpid())?.current())
        let found = try await withCheckedThrowingContinuation { done in
            do {
                try DetachedThread.start { done.resume(returning: KnownThread(threadID())?.current()) }
            } catch { done.resume(throwing: error) }
        }
        #expect(found == main)
    }

    /// The calling thread's number: Swift's Glibc has no gettid(2).
    private func threadID() -> pid_t {
        var link = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/thread-self", &link, link.count)
        guard count > 0 else { return -1 }
        let text = String(decoding: link[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "/").last.flatMap { pid_t($0) } ?? -1
    }
}
