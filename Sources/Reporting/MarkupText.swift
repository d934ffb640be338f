/// Text made safe for HTML and XML. Names come from strangers: they are shown as text, never as markup, and control
/// characters as what they are.
enum MarkupText {
    /// For element content and for attributes in double quotes.
    static func escape(_ text: some StringProtocol) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case _ where isHidden(scalar): result += visible(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Control characters, those that turn the direction of text round, and what XML doesn't allow.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    private static func visible(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "⟨U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits + "⟩"
    }
}

extension String {
    /// This text as the content of an element.
    var markup: String { MarkupText.escape(self) }
}
