/// A glob over paths relative to a mount's root, without a leading slash.
///
/// `*` matches any text within one component, `?` one character, `{a,b}` either, and `**` as a whole component any
/// number of components, none too: `**/*.pdf` matches `a.pdf` and `x/y/a.pdf`. `.` alone is the root. A backslash takes the next character
/// literally. Matching is by bytes, as Linux file systems do: NFC and NFD forms of a name differ.
package struct PathPattern: Hashable, Sendable {
    /// As it was written.
    package let text: String
    /// One for each way through the braces.
    let alternatives: [Alternative]

    /// The most ways through the braces that one pattern may have.
    package static let alternativeLimit = 256
    /// Linux's PATH_MAX: no longer path reaches the mount.
    package static let lengthLimit = 4096

    package init(_ text: String) throws(Problem) {
        self.text = text
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= PathPattern.lengthLimit else { throw .tooLong }
        guard !text.utf8.contains(0) else { throw .containsNull }
        if text == "." {
            alternatives = [Alternative(components: [])]
            return
        }
        var alternatives: [Alternative] = []
        for tokens in try BraceExpansion.expand(PathPattern.tokens(of: text)) {
            alternatives.append(try Alternative(tokens))
        }
        self.alternatives = alternatives
    }

    /// The pattern that matches every path, the root's too.
    package static let everything = PathPattern(text: "**", alternatives: [Alternative(components: [.anyDepth])])

    private init(text: String, alternatives: [Alternative]) {
        self.text = text
        self.alternatives = alternatives
    }

    package func matches(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { matches(bytes: $0) }
    }

    /// The same for a path whose bytes need not be UTF-8.
    package func matches(bytes path: UnsafeBufferPointer<UInt8>) -> Bool {
        let ends = PathComponents(path)
        return alternatives.contains { $0.matches(path, ends) }
    }

    /// The path that this pattern names, if it names exactly one.
    package var literalPath: String? {
        guard alternatives.count == 1 else { return nil }
        return alternatives[0].literalPath
    }
}

extension PathPattern: CustomStringConvertible {
    package var description: String { text }
}

extension PathPattern {
    /// Why a text is no pattern, or why nothing can match it.
    package enum Problem: Error, Hashable, Sendable {
        case empty
        case tooLong
        case containsNull
        case leadingSlash
        case trailingSlash
        case emptyComponent
        case dotComponent
        case escapes
        case gluedDoubleStar
        case unclosedBrace
        case strayBrace
        case tooManyAlternatives
        case characterClass
        case trailingBackslash
        case componentTooLong(String)

        /// What is wrong, to follow the pattern's text.
        package var explanation: String {
            switch self {
            case .empty: "is empty"
            case .tooLong: "is longer than any path (\(PathPattern.lengthLimit) bytes)"
            case .containsNull: "contains a null byte, which no name has"
            case .leadingSlash: "starts with '/': paths are relative to the mount's root"
            case .trailingSlash: "ends with '/': write the folder's name, or 'folder/**' for what is in it"
            case .emptyComponent: "has an empty component ('//'), so nothing can match it"
            case .dotComponent: "has a component '.', so nothing can match it"
            case .escapes: "has a component '..', which leaves the mount"
            case .gluedDoubleStar: "has '**' inside a component: it must stand alone between slashes"
            case .unclosedBrace: "has a '{' without its '}'"
            case .strayBrace: "has a '}' without its '{'"
            case .tooManyAlternatives: "has more than \(PathPattern.alternativeLimit) ways through its braces"
            case .characterClass: "has '[': there are no character classes; write '\\[' for the character itself"
            case .trailingBackslash: "ends with a backslash that escapes nothing"
            case .componentTooLong(let name):
                "has a name of more than 255 bytes, which nothing can have: \(name.prefix(20))…"
            }
        }
    }

    /// A character of the pattern, its meaning resolved.
    enum Token: Hashable {
        case byte(UInt8)
        case star
        case question
        case slash
        case open
        case comma
        case close
    }

    private static func tokens(of text: String) throws(Problem) -> [Token] {
        var tokens: [Token] = []
        var escaped = false
        var depth = 0
        for byte in text.utf8 {
            if escaped {
                guard byte != UInt8(ascii: "/") else { throw .trailingBackslash }
                tokens.append(.byte(byte))
                escaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): escaped = true
            case UInt8(ascii: "*"): tokens.append(.star)
            case UInt8(ascii: "?"): tokens.append(.question)
            case UInt8(ascii: "/"): tokens.append(.slash)
            case UInt8(ascii: "["): throw .characterClass
            case UInt8(ascii: "{"):
                depth += 1
                tokens.append(.open)
            case UInt8(ascii: "}"):
                guard depth > 0 else { throw .strayBrace }
                depth -= 1
                tokens.append(.close)
            case UInt8(ascii: ","): tokens.append(depth > 0 ? .comma : .byte(byte))
            default: tokens.append(.byte(byte))
            }
        }
        guard !escaped else { throw .trailingBackslash }
        guard depth == 0 else { throw .unclosedBrace }
        return tokens
    }
}

extension PathPattern {
    /// What every path that a pattern matches has in common, for an index of many patterns.
    package enum Anchor: Hashable, Sendable {
        /// It is this path.
        case path(String)
        /// Its last component is this.
        case name(String)
        /// Its first component is this.
        case top(String)
        case none
    }

    /// The narrowest anchor that holds for all ways through the braces.
    package var anchor: Anchor {
        if let path = literalPath { return .path(path) }
        func common(_ component: (Alternative) -> String?) -> String? {
            guard let first = alternatives.first.flatMap(component) else { return nil }
            return alternatives.dropFirst().allSatisfy {
                component($0).map { $0.utf8.elementsEqual(first.utf8) } ?? false
            }
                ? first : nil
        }
        if let name = common({ $0.literalComponent(at: $0.components.count - 1) }) { return .name(name) }
        if let top = common({ $0.literalComponent(at: 0) }) { return .top(top) }
        return .none
    }
}

extension PathPattern {
    /// The folder that every path which this pattern matches is in, if that is one: `.` is the root.
    package var literalParent: String? {
        var parent: String?
        for alternative in alternatives {
            let folders = Alternative(components: alternative.components.dropLast())
            guard case .name = alternative.components.last, let path = folders.literalPath else { return nil }
            let folder = path.isEmpty ? "." : path
            guard parent == nil || parent == folder else { return nil }
            parent = folder
        }
        return parent
    }
}
