import Reporting

/// What makes two violations the same finding: the rule, and what was true without the names and numbers of the case.
package struct Cause: Hashable, Sendable, Comparable {
    package let rule: Int
    package let text: String
    /// No rule of the provider had fired.
    package let isUnprovoked: Bool

    package init(_ violation: Violation) {
        rule = violation.rule
        text = Cause.general(violation.truth)
        isUnprovoked = violation.faultsMet.isEmpty
    }

    package init(rule: Int, text: String, isUnprovoked: Bool) {
        self.rule = rule
        self.text = text
        self.isUnprovoked = isUnprovoked
    }

    package static func < (left: Cause, right: Cause) -> Bool {
        (left.rule, left.text, left.isUnprovoked ? 0 : 1) < (right.rule, right.text, right.isUnprovoked ? 0 : 1)
    }

    /// Quoted names become `…`, numbers `N`, identifiers `ID`.
    static func general(_ text: String) -> String {
        var words: [String] = []
        var isQuoted = false
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            if word.contains("“") { isQuoted = true }
            if isQuoted {
                if word.contains("”") {
                    isQuoted = false
                    let rest = word.split(separator: "”", omittingEmptySubsequences: false).last ?? ""
                    words.append("…" + rest)
                }
                continue
            }
            words.append(general(word: word))
        }
        return words.joined(separator: " ")
    }

    private static func general(word: Substring) -> String {
        let digits = word.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits > 0 else { return String(word) }
        let punctuation = word.last.map { ",.;:".contains($0) ? String($0) : "" } ?? ""
        let isNumber = word.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == 0x2E || $0 == 0x2C
        }
        return (isNumber ? "N" : "ID") + (isNumber && punctuation == "," ? "," : isNumber ? "" : punctuation)
    }
}
