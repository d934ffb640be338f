import Foundation
import ProviderTesting
import SystemIO
import Testing

/// Mounts that a tester with fresh eyes found to go wrong.
@Suite struct OddMountTests {
    private func fpsim(_ provider: MountedProvider, _ arguments: String...) throws -> CapturedRun {
        try CapturedRun(path: provider.program, arguments: arguments, until: .now + .seconds(20))
    }

    @Test func `a config with a warning is mounted in the background, and says it`() throws {
        let provider = try MountedProvider(documents: ["a": .small])
        let config = provider.scratch.appendingPathComponent("c.yaml")
        try Data(
            """
            provider: P
            scope: none
            rules:
              - {name: a, when: {operation: read}, do: {fail: EIO}}
              - {name: b, when: {operation: read, path: "x/*"}, do: {delay: 1s}}

            """.utf8
        ).write(to: config)
        let point = provider.scratch.appendingPathComponent("m")
        try FileManager.default.createDirectory(at: point, withIntermediateDirectories: false)
        let run = try fpsim(provider, "mount", provider.source.path, point.path, "-c", config.path)
        #expect(run.exit == .exited(0))
        #expect(run.error.text.contains("warning: the rule 'b' never fires"))
        #expect(try fpsim(provider, "unmount", point.path).exit == .exited(0))
        try provider.stop()
    }

    @Test func `a mountpoint inside its source is refused`() throws {
        let provider = try MountedProvider(documents: ["a/b": .small])
        let inside = provider.source.appendingPathComponent("a").path
        let run = try fpsim(provider, "mount", provider.source.path, inside)
        #expect(run.exit == .exited(64))
        #expect(run.error.text.contains("inside the source"))
        try provider.stop()
    }

    @Test func `so many bytes count for writes as for reads`() throws {
        let mount = try FaultyMount("{when: {operation: write, after-bytes: 8KiB}, do: {fail: EIO}}")
        let file = try FileDescriptor.workingDirectory.open(mount.path("new"), [.writeOnly, .create])
        let block = [UInt8](repeating: 1, count: 4096)
        for _ in 0..<2 { #expect(try block.withUnsafeBytes { try file.borrowed.write($0) } == 4096) }
        #expect(throws: Errno.ioError) { try block.withUnsafeBytes { _ = try file.borrowed.write($0) } }
    }

    @Test func `a provider that may die hands no file to the kernel`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: f/b.pdf}, do: {die: {}}}")
        let open = try mount.open("a.pdf")
        #expect(throws: Errno.notConnected) { _ = try mount.content(of: "f/b.pdf") }
        #expect(throws: Errno.notConnected) { _ = try open.content() }
    }

    @Test func `a phantom at each part of a listing is listed once`() throws {
        let mount = try FaultyMount("{when: {operation: readdir}, do: {phantom: ghost}}")
        let names = try FileManager.default.contentsOfDirectory(atPath: mount.path(""))
        #expect(names.sorted() == ["a.pdf", "f", "ghost"])
    }

    @Test func `more damage than there are bytes is damage to them all, and soon done`() throws {
        let mount = try FaultyMount("{when: {operation: read}, do: {corrupt: 1000000000}}")
        #expect(try mount.content(of: "a.pdf").count == FaultyMount.content.count)
    }

    @Test func `the root is neither deleted nor trashed, and nobody releases a rule that isn't`() throws {
        let provider = try MountedProvider(yaml: "provider: P\nscope: none", documents: ["a": .small])
        let point = provider.url.path
        #expect(try fpsim(provider, "delete", point).exit == .exited(64))
        #expect(try fpsim(provider, "trash", point).exit == .exited(64))
        #expect(try fpsim(provider, "release", point, "nope").exit == .exited(66))
        let open = try FileDescriptor.workingDirectory.open(point + "/a", [.readOnly])
        #expect(try fpsim(provider, "evict", point + "/a").exit == .exited(75))
        try open.close()
        try provider.stop()
    }

    @Test func `control characters of a config reach no terminal`() throws {
        let provider = try MountedProvider(
            yaml: "provider: \"P\\e[31m\"\nscope: none\nrules:\n  - {name: \"r\\a\", do: {deny: EIO}}", documents: [:])
        let status = try fpsim(provider, "status", provider.url.path).output.text
        #expect(status.contains("P\\x1b[31m") && status.contains("r\\x07"))
        #expect(!status.contains("\u{1B}") && !status.contains("\u{7}"))
        let missing = try fpsim(provider, "evict", provider.url.path + "/no\u{1B}[31m")
        #expect(missing.exit == .exited(66) && !missing.error.text.contains("\u{1B}"))
        try provider.stop()
    }
}
