import FileCoordination
import SystemIO
import Testing

@Suite struct ConflictVersionFaultTests {
    @Test func `Another device's version lies beside the item, and no listing shows it`() throws {
        let mount = try FaultyMount(
            "{when: {operation: open, path: a.pdf, nth: 1}, do: {conflict-version: {from: Anna's iPad}}}")
        let names = try mount.names()
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
        let url = mount.provider.url.appendingPathComponent("a.pdf")
        let versions = try #require(NSFileVersion.otherVersionsOfItem(at: url))
        let version = try #require(versions.first)
        #expect(versions.count == 1)
        let bytes = try OpenFile(version.url.path).content()
        #expect(bytes.starts(with: FaultyMount.content) && bytes.count > FaultyMount.content.count)
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
        #expect(try mount.names() == names)
        #expect(try mount.firings() == 1)
    }

    @Test func `A version's file can't be written, and is gone when the version is removed`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: f/b.pdf, nth: 1}, do: {conflict-version: {}}}")
        _ = try mount.content(of: "f/b.pdf")
        let url = mount.provider.url.appendingPathComponent("f/b.pdf")
        let version = try #require(NSFileVersion.otherVersionsOfItem(at: url)?.first)
        #expect(throws: Errno.readOnlyFileSystem) {
            _ = try FileDescriptor.workingDirectory.open(version.url.path, .readWrite)
        }
        let beside = version.url.deletingLastPathComponent().appendingPathComponent("mine.pdf").path
        #expect(throws: Errno.readOnlyFileSystem) {
            _ = try FileDescriptor.workingDirectory.open(beside, [.writeOnly, .create], permissions: 0o600)
        }
        try version.remove()
        #expect(NSFileVersion.otherVersionsOfItem(at: url)?.isEmpty == true)
        #expect(throws: Errno.noSuchFile) { _ = try OpenFile(version.url.path) }
    }
}
