/// The known word that a misspelt one was probably meant to be.
enum NearestWord {
    /// Nil where none is near: at most a third of the letters may differ, and never more than three.
    static func find(_ word: String, among known: some Sequence<String>) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let letters = Array(word.lowercased().unicodeScalars)
        let most = min(3, max(1, letters.count / 3))
        var best: (word: String, distance: Int)?
        for candidate in known {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard abs(other.count - letters.count) <= most else { continue }
            let distance = distance(letters, other)
            if distance <= most, distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// `did you mean 'rules'?`, or a list of what is known where nothing is near.
    static func suggestion(for word: String, among known: [String]) -> String? {
        if let nearest = find(word, among: known) { return "did you mean '\(nearest)'?" }
        guard !known.isEmpty, known.count <= 16 else { return nil }
        return "known here: \(known.joined(separator: ", "))"
    }

    /// How many letters must be changed, added, dropped or swapped with their neighbour.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1..<(a.count + 1) {
            var row = [i] + [Int](repeating: 0, count: b.count)
            for j in 1..<(b.count + 1) {
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
