import FUSE
import Foundation
import Glibc
import SystemIO
import Testing

@Suite(.serialized) struct FileSystemSessionTests {
    @Test func `a program reads and lists a mount that a loop serves`() throws {
        let outcome = try withHello { _ in "ls -a . && cat hello && stat -c %s hello && cat missing; true" }
        #expect(outcome.output == ".\n..\nhello\n\(HelloFileSystem.text)\(HelloFileSystem.text.utf8.count)\n")
    }

    @Test func `killed callers of held reads are released, and nothing else waits for them`() throws {
        let outcome = try withHello { hello in
            hello.holdsReads = true
            return """
                for i in 1 2 3; do cat hello & done
                while [ "$(pgrep -c -P $$ cat)" -lt 3 ]; do :; done
                ls . >/dev/null; stat hello >/dev/null
                kill -KILL $(pgrep -P $$ cat); wait; echo released
                """
        }
        #expect(outcome.output.hasSuffix("released\n"))
    }

    @Test func `the kernel is told of the limits that keep stalls apart`() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let session = try FileSystemSession(
            HelloFileSystem(), at: RawPath(folder.path), MountOptions(name: "hello", allowsOtherUsers: false), on: loop)
        loop.schedule(after: .milliseconds(20)) { loop.stop() }
        try loop.run()
        let connection = "/sys/fs/fuse/connections/\(session.device & 0xff)"
        if let limit = try? String(contentsOfFile: connection + "/max_background", encoding: .utf8) {
            #expect(limit == "65535\n")
        }
        session.unmount()
        #expect(try !MountTable().current().contains { $0.mountpoint.elementsEqual(folder.path.utf8) })
    }

    @Test func `a mount that can't be made says why`() throws {
        let loop = try EventLoop()
        let error = try #require(throws: MountError.self) {
            _ = try FileSystemSession(
                HelloFileSystem(), at: "/nonexistent/mount", MountOptions(name: "hello", allowsOtherUsers: false),
                on: loop)
        }
        #expect(error.reason.contains("/nonexistent/mount"))
    }

    /// Mounts, runs a shell script in the mount while the loop serves it, and takes the mount away.
    private func withHello(_ script: (HelloFileSystem) -> String) throws -> (output: String, hello: HelloFileSystem) {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let hello = HelloFileSystem()
        let session = try FileSystemSession(
            hello, at: RawPath(folder.path), MountOptions(name: "hello", allowsOtherUsers: false), on: loop)
        defer { session.unmount() }
        let (process, output) = try start("cd \"$0\" && " + script(hello), folder.path)
        defer { _ = OwnedFileDescriptor(owning: output.rawValue) }
        try loop.onExit(of: process.pid) { loop.stop() }
        // The loop holds what it never comes to.
        loop.schedule(after: .seconds(20)) { [unowned loop] in
            try? process.signal(SIGTERM)
            loop.stop()
        }
        try loop.run()
        return (String(decoding: try output.readToEnd(), as: UTF8.self), hello)
    }
}

/// Runs a shell script; its output ends when it does.
private func start(_ script: String, _ argument: String) throws -> (ChildProcess, FileDescriptor) {
    let pipe = try SystemIO.Pipe()
    var options = ChildProcess.Options()
    options.output = .descriptor(pipe.writeEnd.borrowed)
    options.error = .null
    let child = try ChildProcess(path: "/bin/sh", arguments: ["-c", script, argument], options: options)
    return (child, FileDescriptor(rawValue: try pipe.readEnd.borrowed.duplicate().release()))
}

/// A folder of the test's own, removed with it.
private final class TemporaryFolder {
    let path: String

    init() throws {
        let template = FileManager.default.temporaryDirectory.path() + "/fpsim-fuse-XXXXXX"
        var bytes = Array(template.utf8CString)
        guard mkdtemp(&bytes) != nil else { throw Errno.current }
        path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { rmdir(path) }
}
