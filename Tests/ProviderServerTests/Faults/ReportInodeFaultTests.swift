import SystemIO
import Testing

@Suite struct ReportInodeFaultTests {
    @Test func `The stated inode is another, at each look if it says so`() throws {
        let plain = try FaultyMount().status(of: "a.pdf").inode
        let other = try FaultyMount("{when: {operation: getattr, path: a.pdf}, do: {report-inode: other}}")
        let file = try other.open("a.pdf")
        let number = try file.status().inode
        #expect(number != plain)
        #expect(try file.status().inode == number)
        let changing = try FaultyMount("{when: {operation: getattr, path: a.pdf}, do: {report-inode: changing}}")
        let moving = try changing.open("a.pdf")
        let first = try moving.status().inode
        #expect(try moving.status().inode != first)
    }
}
