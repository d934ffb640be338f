import Testing

@testable import AccessClaims

/// Drives an arbiter in few words: claims are numbered in order, each of a purpose and an owner of its own unless said
/// otherwise.
struct ArbiterScript {
    var arbiter = ClaimArbiter()
    var granted: Set<Int> = []
    var refused: [Int: ClaimRefusal] = [:]
    var asks: [(id: AskID, presenter: String, messages: [PresenterMessage], path: ItemPath?)] = []
    var told: [String] = []
    var paths: [Int: [ItemPath]] = [:]
    private var last = 0

    mutating func take(_ effects: [ClaimEffect]) {
        for effect in effects {
            switch effect {
            case .grant(let id, let paths):
                granted.insert(id.rawValue)
                self.paths[id.rawValue] = paths
            case .refuse(let id, let refusal):
                refused[id.rawValue] = refusal
            case .ask(let id, let key, let messages, let path):
                asks.append((id, key.name, messages, path))
            case .reacquire(_, let key):
                told.append("\(key.name) reacquires")
            case .tell(let key, let notice, let path, let to):
                told.append("\(key.name) \(notice.rawValue) \(path)" + (to.map { " -> \($0)" } ?? ""))
            }
        }
    }

    @discardableResult
    mutating func claim(
        _ mode: AccessMode, _ path: String, _ options: Set<AccessOption> = [], purpose: String? = nil,
        within: [Int] = [], owner: Int? = nil, prepare: Bool = false
    ) -> Int {
        claim(
            [ClaimIntent(path: ItemPath(path), mode: mode, options: options)], purpose: purpose, within: within,
            owner: owner, prepare: prepare)
    }

    @discardableResult
    mutating func claim(
        _ intents: [ClaimIntent], purpose: String? = nil, within: [Int] = [], owner: Int? = nil, prepare: Bool = false
    ) -> Int {
        last += 1
        take(
            arbiter.enqueue(
                ClaimRequest(
                    id: ClaimID(rawValue: last), owner: ClaimOwner(rawValue: owner ?? last),
                    purpose: purpose ?? "purpose of \(last)", intents: intents,
                    within: within.map(ClaimID.init(rawValue:)), isPreparation: prepare)))
        return last
    }

    mutating func release(_ id: Int) {
        granted.remove(id)
        take(arbiter.release(ClaimID(rawValue: id)))
    }

    mutating func cancel(_ id: Int) { take(arbiter.cancel(ClaimID(rawValue: id))) }
    mutating func drop(_ owner: Int) { take(arbiter.drop(ClaimOwner(rawValue: owner))) }

    mutating func present(_ name: String, _ path: String, purpose: String? = nil, owner: Int = 1000) {
        arbiter.addPresenter(
            PresenterKey(owner: ClaimOwner(rawValue: owner), name: name), path: ItemPath(path), purpose: purpose ?? name
        )
    }

    mutating func answer(_ index: Int, failed: Bool = false) { take(arbiter.answer(asks[index].id, failed: failed)) }
}

@Suite struct ClaimArbiterTests {
    @Test func `b1: readers share, writers exclude, and whoever waited goes on`() {
        var s = ArbiterScript()
        s.claim(.reading, "a")
        s.claim(.reading, "a")
        #expect(s.granted == [1, 2])
        s.claim(.writing, "a")
        #expect(s.granted == [1, 2])
        s.release(1)
        #expect(s.granted == [2])
        s.release(2)
        #expect(s.granted == [3])
        s.claim(.reading, "a")
        s.claim(.reading, "a")
        #expect(s.granted == [3])
        s.release(3)
        #expect(s.granted == [4, 5])
    }

    @Test func `b1: a stream of readers doesn't starve a writer`() {
        var s = ArbiterScript()
        s.claim(.reading, "a")
        s.claim(.writing, "a")
        s.claim(.reading, "a")
        #expect(s.granted == [1])
        s.release(1)
        #expect(s.granted == [2])
        s.release(2)
        #expect(s.granted == [3])
    }

    @Test func `b2: one purpose never waits for itself, across owners`() {
        var s = ArbiterScript()
        s.claim(.writing, "a", purpose: "mine", owner: 1)
        s.claim(.writing, "a", purpose: "mine", owner: 2)
        #expect(s.granted == [1, 2])
        s.claim(.writing, "a", purpose: "other")
        s.release(1)
        #expect(s.granted == [2])
        s.release(2)
        #expect(s.granted == [3])
    }

    @Test(
        arguments: [
            // A package counts as one file.
            ("doc.pages", AccessMode.reading, [AccessOption](), "doc.pages/index.xml", AccessMode.writing, false),
            ("doc.pages/a", .writing, [], "doc.pages/b", .reading, false),
            ("x/doc.rtfd/a/b.png", .reading, [], "x/doc.rtfd", .reading, true),
            // A plain folder's reader doesn't wait for its children's writers, nor the reverse.
            ("folder", .reading, [], "folder/a", .writing, true),
            ("folder/a", .writing, [], "folder", .reading, true),
            // A folder's writer ignores children except for deleting, moving and replacing.
            ("folder", .writing, [], "folder/a", .writing, true),
            ("folder", .writing, [.forMerging], "folder/a/b", .reading, true),
            ("folder", .writing, [.forDeleting], "folder/a/b", .reading, false),
            ("folder", .writing, [.forMoving], "folder/a", .reading, false),
            ("folder", .writing, [.forReplacing], "folder/a", .writing, false),
            ("folder/a", .reading, [], "folder", .writing, true),
            // Names that merely begin alike, and siblings.
            ("folder", .writing, [.forDeleting], "folder2/a", .writing, true),
            ("folder/a", .writing, [.forMoving], "folder/b", .writing, true),
            ("", .writing, [.forDeleting], "a", .reading, false),
        ] as [(String, AccessMode, [AccessOption], String, AccessMode, Bool)])
    func `b3: who waits for whom among folders, packages and their contents`(
        held: String, mode: AccessMode, options: [AccessOption], wanted: String, wantedMode: AccessMode, together: Bool
    ) {
        var s = ArbiterScript()
        s.claim(mode, held, Set(options))
        s.claim(wantedMode, wanted)
        #expect(s.granted.contains(2) == together)
        // The relation is the same from the other side.
        var reversed = ArbiterScript()
        reversed.claim(wantedMode, wanted)
        reversed.claim(mode, held, Set(options))
        #expect(reversed.granted.contains(2) == together)
    }

    @Test func `b8: a waiting claim follows a moved item, forReplacing stays with the name`() {
        var s = ArbiterScript()
        s.claim(.writing, "a", [.forMoving], purpose: "mover")
        s.claim(.reading, "a")
        s.claim(.writing, "a", [.forReplacing])
        s.take(s.arbiter.itemMoved(from: "a", to: "Archive/a", purpose: "mover"))
        s.release(1)
        #expect(s.granted == [2, 3])
        #expect(s.paths[2] == ["Archive/a"])
        #expect(s.paths[3] == ["a"])
    }

    @Test func `b9: a safe move claims both places at once`() {
        var s = ArbiterScript()
        s.claim(.reading, "to")
        s.claim([
            ClaimIntent(path: "from", mode: .writing, options: [.forMoving]),
            ClaimIntent(path: "to", mode: .writing, options: [.forReplacing]),
        ])
        s.claim(.reading, "from")
        #expect(s.granted == [1])
        s.release(1)
        #expect(s.granted == [2])
        s.take(s.arbiter.itemMoved(from: "from", to: "to", purpose: "purpose of 2"))
        s.release(2)
        #expect(s.granted == [3])
        #expect(s.paths[3] == ["to"])
    }

    @Test func `b15: a cancelled request is refused and no longer in anybody's way`() {
        var s = ArbiterScript()
        s.claim(.reading, "a")
        s.claim(.writing, "a")
        s.claim(.reading, "a")
        s.cancel(2)
        #expect(s.refused == [2: .cancelled])
        #expect(s.granted == [1, 3])
        s.cancel(1)
        #expect(s.refused.count == 1)
    }

    @Test func `b21: a process that is gone loses claims, requests and presenters at once`() {
        var s = ArbiterScript()
        s.present("p", "b", owner: 7)
        s.claim(.writing, "a", owner: 7)
        s.claim(.writing, "a", owner: 7)
        s.claim(.writing, "a", owner: 8)
        s.claim(.writing, "b", owner: 8)
        #expect(s.granted == [1])
        s.drop(7)
        #expect(s.granted == [1, 3, 4])
        #expect(s.refused.isEmpty)
    }

    @Test func `a reader within a read overtakes the writer that could never go first`() {
        var s = ArbiterScript()
        s.claim(.reading, "a")
        s.claim(.writing, "a")
        s.claim(.reading, "a", within: [1])
        #expect(s.granted == [1, 3])
        s.release(3)
        s.release(1)
        #expect(s.granted == [2])
        #expect(s.refused.isEmpty)
    }

    @Test func `a deadlock that the rules demand is found, and the one who closes it is refused`() {
        var s = ArbiterScript()
        s.claim(.reading, "a")
        s.claim(.writing, "a", within: [1])
        #expect(s.refused == [2: .deadlock([ClaimID(rawValue: 2), ClaimID(rawValue: 1)])])

        s.claim(.writing, "x")
        s.claim(.writing, "y")
        s.claim(.writing, "y", within: [3])
        #expect(s.refused.count == 1)
        s.claim(.writing, "x", within: [4])
        #expect(s.refused.keys.sorted() == [2, 6])
        s.release(4)
        #expect(s.granted == [1, 3, 5])
    }
}

@Suite struct ClaimArbiterPresenterTests {
    @Test func `c2: a presenter relinquishes, then saves, and others wait for it`() {
        var s = ArbiterScript()
        s.present("p", "a")
        s.claim(.reading, "a")
        #expect(s.asks.map(\.messages) == [[.relinquishToReader, .saveChanges]])
        #expect(s.granted.isEmpty)
        s.answer(0)
        #expect(s.granted == [1])
        s.release(1)
        #expect(s.told == ["p reacquires"])
    }

    @Test(
        arguments: [
            (AccessMode.reading, [AccessOption.withoutChanges], [PresenterMessage.relinquishToReader]),
            (.reading, [.immediatelyAvailableMetadataOnly], []),
            (.writing, [], [.relinquishToWriter]),
            (.writing, [.forDeleting], [.relinquishToWriter, .accommodateDeletion]),
            (.writing, [.forReplacing], [.relinquishToWriter, .accommodateDeletion]),
            (.writing, [.forMerging], [.relinquishToWriter, .saveChanges]),
            (.writing, [.forMoving], [.relinquishToWriter]),
        ] as [(AccessMode, [AccessOption], [PresenterMessage])])
    func `b4, b6, b8: the options decide what a presenter is asked`(
        mode: AccessMode, options: [AccessOption], expected: [PresenterMessage]
    ) {
        var s = ArbiterScript()
        s.present("p", "a")
        s.claim(mode, "a", Set(options))
        #expect(s.asks.flatMap(\.messages) == expected)
        #expect(s.granted.isEmpty == !expected.isEmpty)
    }

    @Test func `b14, c3: preparing asks to save without relinquishing and holds nothing`() {
        var s = ArbiterScript()
        s.present("p", "a")
        s.claim(.reading, "a", prepare: true)
        #expect(s.asks.map(\.messages) == [[.saveChanges]])
        s.answer(0)
        #expect(s.granted == [1])
        s.claim(.writing, "a", purpose: "p")
        #expect(s.granted == [1, 2])
    }

    @Test func `b16: a presenter's failure fails the claim and lets the next go on`() {
        var s = ArbiterScript()
        s.present("p", "a")
        s.claim(.writing, "a")
        s.claim(.writing, "a", purpose: "p")
        s.answer(0, failed: true)
        #expect(s.refused == [1: .presenterFailed(s.asks[0].id)])
        #expect(s.granted == [2])
        #expect(s.told == ["p reacquires"])
    }

    @Test func `c2: a presenter may write to save what it was asked to save`() {
        var s = ArbiterScript()
        s.present("p", "a")
        s.claim(.reading, "a")
        s.claim(.writing, "a")
        s.claim(.writing, "a", purpose: "p")
        #expect(s.granted == [3])
        s.answer(0)
        // It still writes, so the reader waits for that too.
        #expect(s.granted == [3])
        s.release(3)
        #expect(s.granted == [1])
    }

    @Test func `c5, c6: who shows an item, or a folder above it, is told after a write`() {
        var s = ArbiterScript()
        s.present("file", "f/a")
        s.present("folder", "f")
        s.present("self", "f/a", purpose: "writer")
        s.claim(.writing, "f/a", purpose: "writer")
        #expect(s.asks.map(\.presenter) == ["file"])
        s.answer(0)
        s.release(1)
        #expect(s.told == ["file did-change f/a", "folder subitem-did-change f/a", "file reacquires"])
    }

    @Test func `c5, c6: a move is told by where the presenter stands`() {
        var s = ArbiterScript()
        for (name, path) in [("file", "f/a"), ("old", "f"), ("new", "g"), ("mover", "f/a")] {
            s.present(name, path)
        }
        s.take(s.arbiter.itemMoved(from: "f/a", to: "g/b", purpose: "mover"))
        #expect(
            s.told == ["file did-move f/a -> g/b", "old subitem-did-move f/a -> g/b", "new subitem-did-appear g/b"])
    }

    @Test func `c6: a folder's presenter is asked about deletions in it, an item's about its folder's`() {
        var s = ArbiterScript()
        s.present("folder", "f")
        s.present("inner", "f/d/x")
        s.claim(.writing, "f/d", [.forDeleting])
        #expect(s.asks.map(\.presenter) == ["folder", "inner"])
        #expect(s.asks[0].messages == [.accommodateSubitemDeletion])
        #expect(s.asks[0].path == "f/d")
        #expect(s.asks[1].messages == [.relinquishToWriter, .accommodateDeletion])
    }

    @Test func `c8: its own purpose's presenter hears nothing`() {
        var s = ArbiterScript()
        s.present("p", "a", purpose: "mine")
        s.claim(.writing, "a", purpose: "mine")
        #expect(s.asks.isEmpty)
        #expect(s.granted == [1])
    }

    @Test func `b19: a presenter that never answers blocks until it is removed or its process is gone`() {
        var s = ArbiterScript()
        s.present("p", "a", owner: 50)
        s.present("q", "a", owner: 51)
        s.claim(.writing, "a", owner: 1)
        s.take(s.arbiter.removePresenter(PresenterKey(owner: ClaimOwner(rawValue: 50), name: "p")))
        #expect(s.granted.isEmpty)
        s.drop(51)
        #expect(s.granted == [1])
    }
}
