import Foundation
import Glibc
import SystemIO
import Testing

@Suite struct LoseUnsyncedFaultTests {
    private let mount: FaultyMount

    init() throws {
        mount = try FaultyMount("{when: {operation: mkdir, path: cut}, do: {lose-unsynced: {}}}")
    }

    private func open(_ name: String, _ flags: SystemIO.OpenFlags) throws(Errno) -> OwnedFileDescriptor {
        try FileDescriptor.workingDirectory.open(mount.path(name), flags)
    }

    private func beneath(_ name: String) -> [UInt8]? {
        (try? Data(contentsOf: mount.provider.source.appendingPathComponent(name))).map { Array($0) }
    }

    @Test func `A power cut takes back what wasn't made durable, in names and in bytes`() throws {
        let durable = try open("durable", [.writeOnly, .create])
        try durable.borrowed.writeAll("one")
        try durable.borrowed.synchronize()
        let folder = try open("", [.directory])
        try folder.borrowed.synchronize()
        try durable.borrowed.writeAll("two")
        let document = try open("a.pdf", [.writeOnly, .truncate])
        try document.borrowed.writeAll("overwritten")
        try Data("new".utf8).write(to: URL(fileURLWithPath: mount.path("fresh")))
        #expect(unlink(mount.path("f/b.pdf")) == 0)
        #expect(rename(mount.path("durable"), mount.path("renamed")) == 0)
        #expect(mkdir(mount.path("cut"), 0o755) == 0)
        #expect(beneath("durable") == Array("one".utf8))
        #expect(beneath("renamed") == nil)
        #expect(beneath("a.pdf") == FaultyMount.content)
        #expect(beneath("fresh") == nil)
        #expect(beneath("f/b.pdf") == FaultyMount.content)
    }
}
