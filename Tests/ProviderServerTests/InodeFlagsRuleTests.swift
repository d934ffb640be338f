import SystemIO
import Testing

/// To a rule the flags of a file, as chattr(1) sets them, are attributes.
@Suite struct InodeFlagsRuleTests {
    @Test func `A rule about the change of attributes answers who sets flags`() throws {
        let mount = try FaultyMount("{when: {operation: setattr, path: a.pdf}, do: {deny: EROFS}}")
        let ruled = try FileDescriptor.workingDirectory.open(mount.path("a.pdf"), .readOnly)
        let free = try FileDescriptor.workingDirectory.open(mount.path("f/b.pdf"), .readOnly)
        // Where the source's file system has no flags, it says so.
        if let flags = try? ruled.borrowed.perform(.getFlags) {
            #expect(throws: Errno.readOnlyFileSystem) { try ruled.borrowed.perform(.setFlags, with: flags) }
            _ = try free.borrowed.perform(.setFlags, with: flags)
            #expect(try mount.firings() == 1)
        }
        try ruled.close()
        try free.close()
    }
}
