/// Checks texts that name something on the mount.
enum PathText {
    /// One component.
    static func name(_ text: String) -> Result<String, ValueReader.Mistake> {
        func wrong(_ message: String) -> Result<String, ValueReader.Mistake> {
            .failure(ValueReader.Mistake(message: message, suggestion: ""))
        }
        if text.isEmpty { return wrong("the name is empty") }
        if text.utf8.contains(UInt8(ascii: "/")) { return wrong("'\(text.shortened)' has a '/': it must be one name") }
        if text == "." || text == ".." { return wrong("'\(text)' is no name of an item") }
        if text.utf8.count > 255 { return wrong("the name has \(text.utf8.count) bytes; a name has at most 255") }
        return .success(text)
    }

    /// A path relative to the mount's root, that stays in it; `.` is the root.
    static func path(_ text: String) -> Result<String, ValueReader.Mistake> {
        func wrong(_ message: String) -> Result<String, ValueReader.Mistake> {
            .failure(ValueReader.Mistake(message: "the path '\(text.shortened)' \(message)", suggestion: ""))
        }
        if text == "." { return .success(text) }
        if text.isEmpty { return wrong("is empty") }
        if text.hasPrefix("/") { return wrong("starts with '/': paths are relative to the mount's root") }
        if text.hasSuffix("/") { return wrong("ends with '/'") }
        if text.utf8.count > 4095 { return wrong("is longer than any path") }
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            if part.isEmpty { return wrong("has an empty component ('//')") }
            if part == ".." { return wrong("has a component '..', which leaves the mount") }
            if part == "." { return wrong("has a component '.'") }
            if part.utf8.count > 255 { return wrong("has a name of more than 255 bytes") }
        }
        return .success(text)
    }
}
