import Foundation
import Glibc
import ProviderTesting
import SystemIO
import Testing

/// What rules do to writes, on a real mount.
@Suite struct WriteFaultTests {
    private func provider(_ rule: String, _ documents: [String: String] = [:]) throws -> MountedProvider {
        try MountedProvider(
            yaml: "provider: Sample\nscope: none\nrules:\n  - name: rule\n    \(rule)\n",
            documents: documents.mapValues { Data($0.utf8) })
    }

    private func source(_ provider: MountedProvider, _ name: String) -> String? {
        try? String(contentsOf: provider.source.appendingPathComponent(name), encoding: .utf8)
    }

    private func shown(_ provider: MountedProvider, _ name: String) -> String? {
        try? String(contentsOf: provider.url.appendingPathComponent(name), encoding: .utf8)
    }

    private func open(
        _ provider: MountedProvider, _ name: String, _ flags: SystemIO.OpenFlags
    ) throws(Errno) -> OwnedFileDescriptor {
        try FileDescriptor.workingDirectory.open(provider.url.appendingPathComponent(name).path, flags)
    }

    @Test func `a quota takes what fits and then refuses`() throws {
        let provider = try provider("when: {operation: write}\n    do: {quota: 10}")
        defer { try? provider.stop() }
        let file = try open(provider, "f", [.writeOnly, .create])
        #expect(try [UInt8](repeating: 65, count: 6).withUnsafeBytes { try file.borrowed.write($0) } == 6)
        #expect(try [UInt8](repeating: 66, count: 6).withUnsafeBytes { try file.borrowed.write($0) } == 4)
        #expect(throws: Errno.noSpace) { try file.borrowed.writeAll("C") }
        #expect(source(provider, "f") == "AAAAAABBBB")
    }

    @Test func `lost writes are accepted and never stored`() throws {
        let provider = try provider("when: {operation: write, path: f}\n    do: {lose-writes: {}}", ["f": "before"])
        defer { try? provider.stop() }
        let file = try open(provider, "f", [.writeOnly])
        try file.borrowed.writeAll("after!")
        try file.close()
        #expect(source(provider, "f") == "before")
        #expect(shown(provider, "f") == "before")
    }

    @Test func `a short write takes so many bytes of each`() throws {
        let provider = try provider("when: {operation: write}\n    do: {short-write: 3}")
        defer { try? provider.stop() }
        let file = try open(provider, "f", [.writeOnly, .create])
        #expect(try [UInt8](repeating: 65, count: 8).withUnsafeBytes { try file.borrowed.write($0) } == 3)
        #expect(source(provider, "f") == "AAA")
    }

    @Test func `a conflict keeps what was written beside the item`() throws {
        let provider = try provider(
            "when: {operation: release, path: a.txt}\n    do: {conflict-copy: {}}", ["a.txt": "theirs"])
        defer { try? provider.stop() }
        let file = try open(provider, "a.txt", [.writeOnly, .truncate])
        try file.borrowed.writeAll("mine")
        try file.close()
        try provider.waitUntilShown("a (conflict).txt")
        #expect(shown(provider, "a (conflict).txt") == "mine")
        #expect(shown(provider, "a.txt") == "theirs")
    }

    @Test func `a reverted save is what it was before`() throws {
        let provider = try provider("when: {operation: rename}\n    do: {conflict-copy: {}}", ["a.txt": "theirs"])
        defer { try? provider.stop() }
        try Data("mine".utf8).write(to: provider.url.appendingPathComponent("new"))
        #expect(rename(provider.url.path + "/new", provider.url.path + "/a.txt") == 0)
        try provider.waitUntilShown("a (conflict).txt")
        #expect(shown(provider, "a.txt") == "theirs")
        #expect(shown(provider, "a (conflict).txt") == "mine")
    }

    @Test func `what rules hide in the source survives what callers make under its name`() throws {
        let provider = try MountedProvider(
            yaml: "provider: Sample\nscope: none\n", documents: ["a": Data("hidden".utf8), "b": Data("moved".utf8)])
        defer { try? provider.stop() }
        try provider.delete("a")
        try provider.move("b", to: "c")
        #expect(shown(provider, "a") == nil)
        #expect(shown(provider, "c") == "moved")
        for name in ["a", "b"] {
            let file = try open(provider, name, [.writeOnly, .create, .exclusive])
            try file.borrowed.writeAll("mine")
            try file.close()
        }
        #expect(shown(provider, "a") == "mine" && shown(provider, "b") == "mine" && shown(provider, "c") == "moved")
        #expect(source(provider, "a") == "hidden" && source(provider, "b") == "moved")
        let names = try FileManager.default.contentsOfDirectory(atPath: provider.url.path)
        #expect(names.sorted() == ["a", "b", "c"])
        #expect(rename(provider.url.path + "/c", provider.url.path + "/d") == 0)
        #expect(unlink(provider.url.path + "/a") == 0)
        #expect(shown(provider, "d") == "moved" && shown(provider, "a") == nil)
        #expect(source(provider, "a") == "hidden")
    }

    @Test func `a write to an item that isn't here downloads it first, and truncating doesn't`() throws {
        let provider = try MountedProvider(
            yaml: "provider: Sample\nscope: none\nitems:\n  - match: \"*\"\n    state: dataless\n",
            documents: ["a": Data("0123456789".utf8), "b": Data("0123456789".utf8)])
        defer { try? provider.stop() }
        let file = try open(provider, "a", [.writeOnly])
        try file.borrowed.writeAll("xx")
        try file.close()
        #expect(shown(provider, "a") == "xx23456789")
        let other = try open(provider, "b", [.writeOnly, .truncate])
        try other.borrowed.writeAll("yy")
        try other.close()
        #expect(shown(provider, "b") == "yy")
    }
}

extension MountedProvider {
    /// A release has no answer that its caller waits for.
    fileprivate func waitUntilShown(_ name: String) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path) {
            guard ContinuousClock.now < deadline else { throw Errno.timedOut }
        }
    }
}
