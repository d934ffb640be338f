import Spelling

/// What to write instead of a word that isn't known.
enum WordSuggestion {
    /// The known word that was probably meant. A text that is no word is like none.
    static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        word.utf8.count <= 64 ? NearestWord.to(word, among: known) : nil
    }

    /// `did you mean 'rules'?`, or all that is known where that is little and nothing is near.
    static func text(for word: String, among known: [String]) -> String? {
        if let nearest = nearest(to: word, among: known) { return "did you mean '\(nearest)'?" }
        guard !known.isEmpty, known.count <= 16 else { return nil }
        return "known here: \(known.joined(separator: ", "))"
    }
}
