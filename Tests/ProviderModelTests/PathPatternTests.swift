import ProviderModel
import Testing

@Suite struct PathPatternTests {
    @Test(
        arguments: [
            ("**/*.pdf", "a.pdf", true), ("**/*.pdf", "x/y/a.pdf", true), ("**/*.pdf", "a.pdf/b", false),
            ("*.pdf", "a.pdf", true), ("*.pdf", "x/a.pdf", false), ("*", "a/b", false), ("**", "a/b/c", true),
            ("**", "", true), (".", "", true), (".", "a", false), ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true),
            ("a/**/b", "a/x/y/c", false), ("a/**", "a", true), ("?.pdf", "ä.pdf", true), ("?.pdf", "ab.pdf", false),
            ("{a,b}.pdf", "b.pdf", true), ("{a,b}.pdf", "c.pdf", false), ("x{,y}{1,2}", "xy2", true),
            ("{a,b/{c,d}}", "b/d", true), ("\\*.pdf", "*.pdf", true), ("\\*.pdf", "a.pdf", false),
            ("a,b", "a,b", true), ("*a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxbxx", false),
            ("**/x/**/y", "x/x/y", true), ("**/a/*", "a/a/a", true), ("e\u{301}", "\u{e9}", false),
        ] as [(String, String, Bool)])
    func `A glob matches what its wildcards say, byte by byte`(pattern: String, path: String, expected: Bool) throws {
        #expect(try PathPattern(pattern).matches(path) == expected)
    }

    @Test(
        arguments: [
            ("", .empty), ("/a", .leadingSlash), ("a/", .trailingSlash), ("a//b", .emptyComponent), ("../a", .escapes),
            ("a/..", .escapes), ("./a", .dotComponent), ("a**/b", .gluedDoubleStar), ("{a", .unclosedBrace),
            ("a}", .strayBrace), ("[ab]", .characterClass), ("a\\", .trailingBackslash), ("a\0b", .containsNull),
            ("{a,}", .empty), (String(repeating: "a", count: 5000), .tooLong),
            (String(repeating: "a", count: 256), .componentTooLong(String(repeating: "a", count: 256))),
            (String(repeating: "{a,b}", count: 12), .tooManyAlternatives),
        ] as [(String, PathPattern.Problem)])
    func `A glob that nothing can match says why`(pattern: String, problem: PathPattern.Problem) {
        #expect(throws: problem) { try PathPattern(pattern) }
    }

    @Test func `Many stars take no more than quadratic time`() throws {
        let pattern = try PathPattern("**/" + String(repeating: "*a", count: 100) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 255)))
        let deep = try PathPattern(String(repeating: "**/a/", count: 200) + "b")
        #expect(!deep.matches(Array(repeating: "a", count: 1500).joined(separator: "/")))
    }

    @Test(
        arguments: [
            ("a/b.pdf", .path("a/b.pdf")), ("**/b.pdf", .name("b.pdf")), ("a/*.pdf", .top("a")), ("**/*.pdf", .none),
            ("{a,b}/x", .name("x")), ("a/{x,y}*", .top("a")), ("{a,b}", .none),
        ] as [(String, PathPattern.Anchor)])
    func `An anchor is what all matches have in common`(pattern: String, anchor: PathPattern.Anchor) throws {
        #expect(try PathPattern(pattern).anchor == anchor)
    }
}
