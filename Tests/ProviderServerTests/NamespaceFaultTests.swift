import ControlProtocol
import Foundation
import ProviderTesting
import SystemIO
import Testing

@Suite struct NamespaceFaultTests {
    private func mount(_ rule: String) throws -> MountedProvider {
        try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - \(rule)
                """, documents: ["folder/a.txt": .small, "folder/b.txt": .small])
    }

    @Test func `an item that moves away as it is opened is elsewhere`() throws {
        let provider = try mount(
            "{name: moves, when: {operation: open, path: folder/a.txt}, do: {move: {to: Archive, coordinated: false}}}")
        #expect(provider.failure(reading: "folder/a.txt") == .noSuchFile)
        #expect(try provider.names(in: "folder") == ["b.txt"])
        #expect(try provider.names() == ["Archive", "folder"])
        #expect(try provider.read("Archive/a.txt") == Array(Data.small))
        try provider.stop()
    }

    @Test func `an item that moves while it is read goes on being read`() throws {
        let provider = try mount(
            "{name: moves, when: {operation: read, path: folder/a.txt, nth: 1}, do: {move: {to: ., coordinated: false}}}"
        )
        #expect(try provider.read("folder/a.txt") == Array(Data.small))
        #expect(provider.failure(reading: "folder/a.txt") == .noSuchFile)
        #expect(try provider.read("a.txt") == Array(Data.small))
        try provider.stop()
    }

    @Test func `a parent that is renamed takes its tree along`() throws {
        let provider = try mount(
            "{name: r, when: {operation: open, path: folder/a.txt, nth: 1}, do: {rename-parent: {to: moved, coordinated: false}}}"
        )
        _ = provider.failure(reading: "folder/a.txt")
        #expect(provider.failure(reading: "folder/b.txt") == .noSuchFile)
        #expect(try provider.read("moved/b.txt") == Array(Data.small))
        #expect(try provider.names() == ["moved"])
        try provider.stop()
    }

    @Test(arguments: [
        ("delete: {coordinated: false}", [String]()), ("trash: {coordinated: false}", [".Trash/a.txt"]),
        ("rename: {to: c.txt, coordinated: false}", ["folder/c.txt"]), ("change-case: upper", ["folder/A.TXT"]),
    ])
    func `an item goes where its rule says`(fault: String, places: [String]) throws {
        let provider = try mount("{name: r, when: {operation: open, path: folder/a.txt}, do: {\(fault)}}")
        #expect(provider.failure(reading: "folder/a.txt") == .noSuchFile)
        for place in places { #expect(try provider.read(place) == Array(Data.small)) }
        #expect(try provider.names(in: "folder").contains("a.txt") == false)
        try provider.stop()
    }

    @Test func `moves by hand are seen at once, over what the kernel remembers`() throws {
        let provider = try MountedProvider(documents: ["a.txt": .small, "b.txt": .numbered(10)])
        #expect(try provider.read("a.txt") == Array(Data.small))
        try provider.move("a.txt", to: "x/y/z.txt")
        try provider.ask(WaitRequest(condition: .quiet, deadlineMilliseconds: 5000))
        #expect(provider.failure(reading: "a.txt") == .noSuchFile)
        #expect(try provider.read("x/y/z.txt") == Array(Data.small))
        try provider.move("b.txt", to: "x/y/z.txt")
        #expect(try provider.names(in: "x/y") == ["z 2.txt", "z.txt"])
        try provider.delete("x/y/z.txt")
        #expect(try provider.names(in: "x/y") == ["z 2.txt"])
        try provider.stop()
    }

    @Test(arguments: [
        ("{operation: list-entry, path: folder/a.txt}", "omit-from-listing: {}", ["b.txt"]),
        ("{operation: list-entry, path: folder/a.txt}", "list-twice: {}", ["a.txt", "a.txt", "b.txt"]),
        ("{operation: opendir, path: folder}", "phantom: ghost.pdf", ["a.txt", "b.txt", "ghost.pdf"]),
        ("{operation: opendir, path: folder}", "page-listing: {entries: 1, wait: 1ms}", ["a.txt", "b.txt"]),
    ])
    func `a listing lies as its rule says`(when: String, fault: String, names: [String]) throws {
        let provider = try mount("{name: r, when: \(when), do: {\(fault)}}")
        #expect(try provider.names(in: "folder") == names)
        #expect(try provider.read("folder/a.txt") == Array(Data.small))
        try provider.stop()
    }
}
