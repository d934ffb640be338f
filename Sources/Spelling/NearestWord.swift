/// The known word that somebody who typed another one most likely meant.
package enum NearestWord {
    /// The known word with the fewest edits from `word`, or nil where none is near: more than a third of the
    /// letters wrong is a different word, not a mistyped one. Of equally near words the first one wins.
    package static func to(_ word: String, among known: some Sequence<String>) -> String? {
        let typed = Array(word.lowercased())
        var best: (word: String, edits: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased())
            let allowed = max(1, max(typed.count, letters.count) / 3)
            guard abs(typed.count - letters.count) <= allowed else { continue }
            let edits = distance(typed, letters)
            if edits <= allowed, edits < best?.edits ?? .max { best = (candidate, edits) }
        }
        return best?.word
    }

    /// Insertions, deletions, substitutions and swaps of neighbours (the restricted Damerau distance): swaps are
    /// what hands do most.
    static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var row = [Int](repeating: i + 1, count: b.count + 1)
            for (j, other) in b.enumerated() {
                row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
                    row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
