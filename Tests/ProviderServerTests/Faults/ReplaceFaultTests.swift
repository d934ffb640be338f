import SystemIO
import Testing

@Suite struct ReplaceFaultTests {
    @Test func `A newer version is another and has its own size`() throws {
        let mount = try FaultyMount("{when: {operation: open, nth: 1}, do: {replace: {with: newer}}}")
        _ = try mount.open("a.pdf")
        let content = try mount.content(of: "a.pdf")
        #expect(content != FaultyMount.content)
        #expect(try mount.status(of: "a.pdf").size == Int64(content.count))
    }

    @Test(arguments: ["older", "garbage", "html", "empty"])
    func `Something else is behind the name`(what: String) throws {
        let mount = try FaultyMount("{when: {operation: open, nth: 1}, do: {replace: {with: \(what)}}}")
        _ = try mount.open("a.pdf")
        let content = try mount.content(of: "a.pdf")
        #expect(content != FaultyMount.content)
        #expect(content.isEmpty == (what == "empty"))
        #expect(String(decoding: content, as: UTF8.self).lowercased().contains("<html") == (what == "html"))
        #expect(try mount.status(of: "a.pdf").size == Int64(content.count))
    }

    @Test func `Another item's content is behind the name`() throws {
        let mount = try FaultyMount(
            "{when: {operation: open, path: a.pdf, nth: 1}, do: {replace: {with: item, item: f/b.pdf}}}")
        _ = try mount.open("a.pdf")
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
        #expect(try mount.firings() == 1)
    }

    @Test func `A folder is in the file's place`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf, nth: 1}, do: {replace: {with: directory}}}")
        _ = try? mount.open("a.pdf")
        #expect(try mount.status(of: "a.pdf").isDirectory)
        #expect(throws: Errno.isDirectory) { try mount.content(of: "a.pdf") }
    }

    @Test func `Who has the file open keeps the old bytes, unless it is overwritten in place`() throws {
        for isInPlace in [false, true] {
            let mount = try FaultyMount(
                "{when: {operation: read, nth: 2}, do: {replace: {with: garbage, in-place: \(isInPlace)}}}")
            let file = try mount.open("a.pdf")
            #expect(try file.bytes(1000, at: 0) == Array(FaultyMount.content[..<1000]))
            let rest = try file.bytes(1000, at: 50_000)
            #expect((rest == Array(FaultyMount.content[50_000..<51_000])) == !isInPlace)
        }
    }

    @Test func `Without the file that is to take its place the item stays, and the trace says so`() throws {
        let mount = try FaultyMount("{when: {operation: open}, do: {replace: {with: item, item: nothere.pdf}}}")
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
        let messages = try mount.provider.trace.events("replace").map(\.message)
        #expect(messages == ["there is no file 'nothere.pdf' to take its place"])
    }
}
