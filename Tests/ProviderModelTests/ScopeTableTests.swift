import ProviderModel
import Testing

@Suite struct ScopeTableTests {
    private let file = ItemIdentifier(rawValue: 1)
    private let folder = ItemIdentifier(rawValue: 2)
    private let root = ItemIdentifier(rawValue: 3)
    private let session = ScopeTable.Session(rawValue: 1)

    private func picked(_ item: ItemIdentifier, isFolder: Bool = false) -> (ScopeTable, ScopeToken) {
        var generator = SystemRandomNumberGenerator()
        let token = ScopeToken(using: &generator)
        var table = ScopeTable()
        table.pick(item, isFolder: isFolder, token: token)
        return (table, token)
    }

    private func allows(_ table: ScopeTable, _ process: Int32 = 10, ancestors: [Int32] = []) -> Bool {
        table.allows([file, folder, root], process: process, ancestors: { ancestors })
    }

    @Test func `a pick alone allows nothing, a start does, and the stop ends it`() throws {
        var (table, token) = picked(file)
        #expect(!allows(table))
        _ = try table.start(token, session: session, process: 10)
        #expect(allows(table))
        #expect(!allows(table, 11))
        #expect(table.stop(file, session: session)?.count == 0)
        #expect(!allows(table))
        #expect(table.stop(file, session: session) == nil)
    }

    @Test func `two starts need two stops, and in the strict profile one`() throws {
        for (nests, allowed) in [(true, true), (false, false)] {
            var (table, token) = picked(file)
            table.nests = nests
            _ = try table.start(token, session: session, process: 10)
            _ = try table.start(token, session: session, process: 10)
            _ = table.stop(file, session: session)
            #expect(allows(table) == allowed)
        }
    }

    @Test func `a folder's grant covers its tree, and a file's only itself`() throws {
        var (table, token) = picked(folder, isFolder: true)
        _ = try table.start(token, session: session, process: 10)
        #expect(allows(table))
        #expect(!table.allows([root], process: 10, ancestors: { [] }))
        (table, token) = picked(folder, isFolder: false)
        _ = try table.start(token, session: session, process: 10)
        #expect(!allows(table))
    }

    @Test func `a grant reaches descendants only if it was given so`() throws {
        for covers in [true, false] {
            var (table, token) = picked(file)
            _ = try table.start(token, session: session, process: 10, coversDescendants: covers)
            #expect(allows(table, 99, ancestors: [50, 10, 1]) == covers)
        }
    }

    @Test func `a process can start only so many scopes`() throws {
        var (table, token) = picked(file)
        table.maximumPerProcess = 8
        for _ in 0..<8 { _ = try table.start(token, session: session, process: 10) }
        #expect(throws: ScopeTable.Refusal.tooManyScopes) {
            _ = try table.start(token, session: session, process: 10)
        }
        _ = table.stop(file, session: session)
        _ = try table.start(token, session: session, process: 10)
    }

    @Test func `the end of a session takes its grants back and says what leaked`() throws {
        var (table, token) = picked(file)
        _ = try table.start(token, session: session, process: 10)
        let other = ScopeTable.Session(rawValue: 2)
        _ = try table.start(token, session: other, process: 10)
        #expect(table.end(session).map(\.count) == [1])
        #expect(allows(table))
        _ = table.end(other)
        #expect(!allows(table))
        #expect(table.grants.isEmpty)
    }

    @Test func `a revoked item can't be started until it is picked again`() throws {
        var (table, token) = picked(file)
        _ = try table.start(token, session: session, process: 10)
        #expect(table.revoke(file).count == 1)
        #expect(!allows(table))
        #expect(throws: ScopeTable.Refusal.revoked) { _ = try table.start(token, session: session, process: 10) }
        table.pick(file, isFolder: false, token: token)
        _ = try table.start(token, session: session, process: 10)
    }

    @Test func `a made-up token starts nothing`() throws {
        var (table, _) = picked(file)
        let token = try #require(ScopeToken("0123456789abcdef0123456789abcdef"))
        #expect(throws: ScopeTable.Refusal.unknownToken) { _ = try table.start(token, session: session, process: 10) }
        #expect(token.text == "0123456789abcdef0123456789abcdef")
        #expect(ScopeToken("0123") == nil)
    }

    @Test func `a grant that the provider took away is still stopped once, in balance`() throws {
        var (table, token) = picked(file)
        _ = try table.start(token, session: session, process: 10)
        _ = table.revoke(file)
        #expect(!allows(table))
        #expect(table.wasAllowed([file], process: 10) { [] })
        #expect(!table.wasAllowed([file], process: 11) { [10] }, "it covers no descendants")
        #expect(table.stop(file, session: session)?.count == 0)
        #expect(!table.wasAllowed([file], process: 10) { [] })
        #expect(table.stop(file, session: session) == nil)

        var (other, second) = picked(file)
        _ = try other.start(second, session: session, process: 10)
        #expect(other.forfeit(session).count == 1)
        #expect(!allows(other))
        #expect(other.stop(file, session: session)?.count == 0)
        #expect(other.end(session).isEmpty)
    }
}
