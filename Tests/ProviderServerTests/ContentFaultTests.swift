import ControlProtocol
import Foundation
import ProviderTesting
import SystemIO
import Testing

/// What rules do to the bytes, seen by plain reads.
@Suite struct ContentFaultTests {
    private let content = Data.numbered(100_000)

    private func mount(_ operation: String, _ fault: String) throws -> MountedProvider {
        try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - name: rule
                    when: {operation: \(operation), path: a.bin}
                    do: \(fault)
                """, documents: ["a.bin": content])
    }

    @Test(arguments: [("deny: EPERM", Errno.notPermitted), ("fail: EIO", .ioError), ("fail: ESTALE", .stale)])
    func `a refusal has the errno that the rule says, and the trace has the rule`(fault: String, errno: Errno) throws {
        let provider = try mount("open", "{\(fault)}")
        #expect(provider.failure(reading: "a.bin") == errno)
        let open = try #require(try provider.trace.operations("open", on: "a.bin").first)
        #expect(open.errno == errno.name)
        #expect(open.rule == "rule")
        // The kernel itself tries again after ESTALE, so there may be two.
        #expect(try Set(provider.trace.firedRules) == ["rule"])
        try provider.stop()
    }

    @Test(arguments: ["read", "open"])
    func `an early end gives less than the size that is stated`(operation: String) throws {
        let provider = try mount(operation, "{end-early: {at: 40%}}")
        #expect(try provider.status("a.bin").size == 100_000)
        #expect(try provider.read("a.bin") == Array(content.prefix(40_000)))
        try provider.stop()
    }

    @Test func `short reads lose nothing for a reader that goes on`() throws {
        let provider = try mount("read", "{short-read: 1000B}")
        #expect(try provider.read("a.bin") == Array(content))
        #expect(try provider.trace.operations("read", on: "a.bin").allSatisfy { $0.result ?? 0 <= 1000 })
        try provider.stop()
    }

    @Test func `zeros stand where content should be`() throws {
        let provider = try mount("open", "{zeros: {from: 50%, length: 1000B}}")
        let bytes = try provider.read("a.bin")
        #expect(bytes[50_000..<51_000].allSatisfy { $0 == 0 })
        #expect(bytes[..<50_000].elementsEqual(content[..<50_000]))
        #expect(bytes[51_000...].elementsEqual(content[51_000...]))
        try provider.stop()
    }

    @Test func `corruption changes so many bytes, the same ones each time`() throws {
        let provider = try mount("open", "{corrupt: {bytes: 16}}")
        let first = try provider.read("a.bin")
        let changed = first.indices.filter { first[$0] != content[$0] }
        #expect(changed.count > 0 && changed.count <= 16)
        #expect(first.count == content.count)
        try provider.stop()
        let again = try mount("open", "{corrupt: {bytes: 16}}")
        #expect(try again.read("a.bin") == first)
        try again.stop()
    }

    @Test func `a reported size isn't the content's`() throws {
        let provider = try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - {name: rule, when: {path: a.bin}, do: {report-size: 0B}}
                """, documents: ["a.bin": content])
        #expect(try provider.status("a.bin").size == 0)
        #expect(try provider.read("a.bin") == Array(content))
        try provider.stop()
    }

    @Test func `a file that grows shows a part first and all of it later`() throws {
        let provider = try mount("open", "{grow: {from: 60%, over: 2s}}")
        let file = try provider.open("a.bin")
        let size = try file.borrowed.status().size
        #expect(size >= 60_000 && size < 100_000)
        while try provider.status("a.bin").size < 100_000 {}
        #expect(try provider.read("a.bin") == Array(content))
        try provider.stop()
    }

    @Test func `a replacement is a new version, and what is open keeps the old one`() throws {
        // A file that no rule concerns is cached by the kernel, which knows one size of it.
        let provider = try mount("read, nth: 1000", "{fail: EIO}")
        let open = try provider.open("a.bin")
        try provider.replace("a.bin", with: "html")
        #expect(try open.borrowed.readToEnd() == Array(content))
        #expect(String(decoding: try provider.read("a.bin"), as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
        #expect(try provider.attribute("version", of: "a.bin") == "2")
        try provider.replace("a.bin", with: "newer")
        let newer = try provider.read("a.bin")
        #expect(newer.starts(with: content) && newer.count > content.count)
        #expect(try provider.status("a.bin").size == Int64(newer.count))
        try provider.replace("a.bin", with: "directory")
        #expect(try provider.status("a.bin").isDirectory)
        try provider.stop()
    }

    @Test func `the source is never modified`() throws {
        let provider = try mount("open", "{replace: {with: garbage}}")
        #expect(try provider.read("a.bin") != Array(content))
        #expect(try Data(contentsOf: provider.source.appendingPathComponent("a.bin")) == content)
        try provider.stop()
    }
}
