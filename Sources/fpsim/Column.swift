/// Columns of plain text.
enum Column {
    /// The text and spaces up to this width.
    static func text(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
