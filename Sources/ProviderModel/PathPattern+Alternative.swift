extension PathPattern {
    /// One way through a pattern's braces: components, each a name pattern or `**`.
    struct Alternative: Hashable, Sendable {
        var components: [Component]

        enum Component: Hashable, Sendable {
            case anyDepth
            case name([NameToken])
        }

        enum NameToken: Hashable, Sendable {
            case byte(UInt8)
            case anyText
            case anyCharacter
        }

        init(components: [Component]) {
            self.components = components
        }

        init(_ tokens: [Token]) throws(Problem) {
            components = []
            let parts = tokens.split(separator: .slash, omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if part.isEmpty {
                    if parts.count == 1 { throw .empty }
                    throw index == 0 ? .leadingSlash : index == parts.count - 1 ? .trailingSlash : .emptyComponent
                }
                components.append(try Alternative.component(part))
            }
        }

        private static func component(_ tokens: ArraySlice<Token>) throws(Problem) -> Component {
            if Array(tokens) == [.star, .star] { return .anyDepth }
            var name: [NameToken] = []
            for token in tokens {
                switch token {
                case .byte(let byte): name.append(.byte(byte))
                case .question: name.append(.anyCharacter)
                case .star:
                    guard name.last != .anyText else { throw .gluedDoubleStar }
                    name.append(.anyText)
                case .slash, .open, .comma, .close: break
                }
            }
            if let literal = literalName(name) {
                if literal == "." { throw .dotComponent }
                if literal == ".." { throw .escapes }
            }
            let fixedLength = name.reduce(0) { $0 + ($1 == .anyText ? 0 : 1) }
            if fixedLength > 255 {
                let bytes = name.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
                throw .componentTooLong(String(decoding: bytes, as: UTF8.self))
            }
            return .name(name)
        }

        private static func literalName(_ tokens: [NameToken]) -> String? {
            var bytes: [UInt8] = []
            for token in tokens {
                guard case .byte(let byte) = token else { return nil }
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        var literalPath: String? {
            var names: [String] = []
            for component in components {
                guard case .name(let tokens) = component, let name = Alternative.literalName(tokens) else { return nil }
                names.append(name)
            }
            return names.joined(separator: "/")
        }

        /// The name of the component at `index` if only one name matches it.
        func literalComponent(at index: Int) -> String? {
            guard components.indices.contains(index), case .name(let tokens) = components[index] else { return nil }
            return Alternative.literalName(tokens)
        }

        func matches(_ path: UnsafeBufferPointer<UInt8>, _ parts: PathComponents) -> Bool {
            // As in matching text with stars, only the last `**` need be tried again: it took too little.
            var component = 0
            var part = 0
            var retry: (component: Int, part: Int)?
            while part < parts.count {
                if component < components.count {
                    switch components[component] {
                    case .anyDepth:
                        retry = (component, part)
                        component += 1
                        continue
                    case .name(let tokens) where NameMatch.matches(tokens, path, parts[part]):
                        component += 1
                        part += 1
                        continue
                    case .name: break
                    }
                }
                guard let last = retry else { return false }
                component = last.component + 1
                part = last.part + 1
                retry = (last.component, last.part + 1)
            }
            while component < components.count, components[component] == .anyDepth { component += 1 }
            return component == components.count
        }
    }
}

/// Where the components of a path begin and end.
struct PathComponents {
    private var ranges: [Range<Int>] = []

    init(_ path: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in 0...path.count where index == path.count || path[index] == UInt8(ascii: "/") {
            if index > start { ranges.append(start..<index) }
            start = index + 1
        }
    }

    var count: Int { ranges.count }
    subscript(index: Int) -> Range<Int> { ranges[index] }
}

enum NameMatch {
    typealias NameToken = PathPattern.Alternative.NameToken

    static func matches(_ tokens: [NameToken], _ path: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var token = 0
        var index = range.lowerBound
        var retry: (token: Int, index: Int)?
        while index < range.upperBound {
            if token < tokens.count {
                switch tokens[token] {
                case .anyText:
                    retry = (token, index)
                    token += 1
                    continue
                case .byte(path[index]):
                    token += 1
                    index += 1
                    continue
                case .anyCharacter:
                    token += 1
                    index = endOfCharacter(path, index, range.upperBound)
                    continue
                case .byte: break
                }
            }
            guard let last = retry else { return false }
            token = last.token + 1
            index = last.index + 1
            retry = (last.token, last.index + 1)
        }
        while token < tokens.count, tokens[token] == .anyText { token += 1 }
        return token == tokens.count
    }

    /// The end of the UTF-8 character at `index`; a byte that starts none counts as one.
    private static func endOfCharacter(_ path: UnsafeBufferPointer<UInt8>, _ index: Int, _ limit: Int) -> Int {
        var end = index + 1
        if path[index] >= 0xC0 {
            while end < limit, path[end] & 0xC0 == 0x80, end < index + 4 { end += 1 }
        }
        return end
    }
}
