import Testing

@testable import Trials

@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("a b", ["a", "b"]), ("  a   ", ["a"]), ("'a b' c", ["a b", "c"]), ("\"a 'b\" c\\ d", ["a 'b", "c d"]),
        ("''", [""]), ("", []),
    ])
    func `a line is split as a shell does`(line: String, words: [String]) {
        #expect(ShellWords.split(line) == words)
    }

    @Test func `an open quote is no line`() {
        #expect(ShellWords.split("'a") == nil)
    }

    @Test(arguments: [["a b", "it's", "", "$x", "plain-1.0/path"]])
    func `joined words are split again as they were`(words: [String]) {
        #expect(ShellWords.split(ShellWords.joined(words)) == words)
    }
}
