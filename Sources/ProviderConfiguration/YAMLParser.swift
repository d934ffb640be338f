import CFyaml
import FaultInjection

/// Makes a tree of a YAML text with libfyaml's events. Its own document builder stops at the first mistake and
/// accepts what a provider-config shouldn't have, so the tree is built here: duplicate keys are found with both
/// places, and aliases (a few lines of which can expand to billions of nodes), tags and second documents are errors.
struct YAMLParser {
    /// Deeper than any config needs; a text that nests without end stops here.
    static let depthLimit = 32

    private let file: String
    private var problems: ProblemList
    private let parser: OpaquePointer

    /// The document's root, or nil if the text is none; what is wrong is added to `problems`.
    static func parse(_ bytes: [UInt8], file: String, problems: inout ProblemList) -> YAMLNode? {
        guard checkText(bytes, file, &problems) else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                run(text, file, &problems)
            }
        }
    }

    /// Positions are wrong in a text that isn't UTF-8, and libfyaml takes a null byte for the end.
    private static func checkText(_ bytes: [UInt8], _ file: String, _ problems: inout ProblemList) -> Bool {
        if let place = bytes.firstIndex(of: 0) {
            problems.error(position(of: place, in: bytes, file), "the file has a null byte: it is no text")
            return false
        }
        if let place = UTF8Check.firstInvalid(bytes) {
            let byte = String(bytes[place], radix: 16, uppercase: true)
            problems.error(position(of: place, in: bytes, file), "the byte 0x\(byte) isn't UTF-8 here")
            return false
        }
        return true
    }

    private static func position(of offset: Int, in bytes: [UInt8], _ file: String) -> SourcePosition {
        let before = bytes[..<offset]
        let newline = UInt8(ascii: "\n")
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        let line = before.reduce(1) { $0 + ($1 == newline ? 1 : 0) }
        let column = before[start...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return SourcePosition(file: file, line: line, column: column)
    }

    private static func run(
        _ text: UnsafeBufferPointer<CChar>, _ file: String, _ problems: inout ProblemList
    ) -> YAMLNode? {
        var diagnostics = fy_diag_cfg()
        fy_diag_cfg_default(&diagnostics)
        diagnostics.fp = nil
        guard let diagnosis = fy_diag_create(&diagnostics) else { return nil }
        defer { fy_diag_destroy(diagnosis) }
        fy_diag_set_collect_errors(diagnosis, true)
        var configuration = fy_parse_cfg()
        configuration.diag = diagnosis
        guard let parser = fy_parser_create(&configuration) else { return nil }
        defer { fy_parser_destroy(parser) }
        // An empty buffer may have no address, and libfyaml wants one.
        guard let start = text.baseAddress, !text.isEmpty,
            fy_parser_set_string(parser, start, text.count) == 0
        else {
            problems.error(SourcePosition(file: file, line: 1, column: 1), "the file is empty")
            return nil
        }
        var tree = YAMLParser(file: file, problems: problems, parser: parser)
        let root = tree.stream()
        problems = tree.problems
        var previous: UnsafeMutableRawPointer?
        while let error = fy_diag_errors_iterate(diagnosis, &previous) {
            let message = error.pointee.msg.map { String(cString: $0) } ?? "the text is no YAML"
            problems.error(
                SourcePosition(
                    file: file, line: max(1, Int(error.pointee.line)), column: max(1, Int(error.pointee.column))),
                "YAML: \(message)")
        }
        if fy_parser_get_stream_error(parser), !problems.hasErrors {
            problems.error(SourcePosition(file: file, line: 1, column: 1), "the text is no YAML")
        }
        return problems.hasErrors && root == nil ? nil : root
    }

    // MARK: Events

    /// What an event says, taken out of libfyaml's memory.
    private enum Event {
        case scalar(String, isQuoted: Bool)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
        case documentStart, documentEnd
        case other
        case alias
    }

    private mutating func next() -> (event: Event, position: SourcePosition)? {
        guard let pointer = fy_parser_parse(parser) else { return nil }
        defer { fy_parser_event_free(parser, pointer) }
        let mark = fy_event_start_mark(pointer)
        let place = SourcePosition(
            file: file, line: Int(mark?.pointee.line ?? 0) + 1, column: Int(mark?.pointee.column ?? 0) + 1)
        let event = pointer.pointee
        switch event.type {
        case FYET_SCALAR:
            refuse(tag: event.scalar.tag, anchor: event.scalar.anchor, at: place)
            var length = 0
            let text = fy_token_get_text(event.scalar.value, &length)
            let style = fy_token_scalar_style(event.scalar.value)
            // libfyaml's mark of a quoted scalar is behind the quote.
            let isQuoted = style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED
            let start = SourcePosition(file: file, line: place.line, column: place.column - (isQuoted ? 1 : 0))
            let bytes = UnsafeBufferPointer(start: text, count: text == nil ? 0 : length)
            let value = bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
            if value.utf8.contains(0) { problems.error(place, "the text has a null character") }
            return (.scalar(value, isQuoted: style != FYSS_PLAIN), start)
        case FYET_SEQUENCE_START:
            refuse(tag: event.sequence_start.tag, anchor: event.sequence_start.anchor, at: place)
            return (.sequenceStart, place)
        case FYET_MAPPING_START:
            refuse(tag: event.mapping_start.tag, anchor: event.mapping_start.anchor, at: place)
            return (.mappingStart, place)
        case FYET_SEQUENCE_END: return (.sequenceEnd, place)
        case FYET_MAPPING_END: return (.mappingEnd, place)
        case FYET_DOCUMENT_START: return (.documentStart, place)
        case FYET_DOCUMENT_END: return (.documentEnd, place)
        case FYET_ALIAS: return (.alias, place)
        default: return (.other, place)
        }
    }

    private mutating func refuse(tag: OpaquePointer?, anchor: OpaquePointer?, at place: SourcePosition) {
        if tag != nil { problems.error(place, "a provider-config has no tags ('!…')") }
        if anchor != nil {
            problems.error(place, "a provider-config has no anchors ('&name')", suggestion: "write the value out")
        }
    }

    private mutating func stream() -> YAMLNode? {
        var root: YAMLNode?
        var documents = 0
        while let (event, place) = next() {
            switch event {
            case .documentStart:
                documents += 1
                if documents == 2 {
                    problems.error(place, "a second document begins: a provider-config is one document")
                    return nil
                }
            case .documentEnd, .other: break
            default:
                guard let node = node(event, place, depth: 1) else { return nil }
                root = node
            }
        }
        if root == nil, !problems.hasErrors, !fy_parser_get_stream_error(parser) {
            problems.error(SourcePosition(file: file, line: 1, column: 1), "the file is empty")
        }
        return fy_parser_get_stream_error(parser) ? nil : root
    }

    private mutating func node(_ event: Event, _ place: SourcePosition, depth: Int) -> YAMLNode? {
        if depth > YAMLParser.depthLimit {
            problems.error(place, "the text nests deeper than \(YAMLParser.depthLimit) levels")
            return nil
        }
        switch event {
        case .scalar(let text, let isQuoted):
            return YAMLNode(position: place, content: .scalar(text, isQuoted: isQuoted))
        case .alias:
            problems.error(place, "a provider-config has no aliases ('*name')", suggestion: "write the value out")
            return YAMLNode(position: place, content: .scalar("", isQuoted: true))
        case .sequenceStart: return sequence(place, depth)
        case .mappingStart: return mapping(place, depth)
        default: return nil
        }
    }

    private mutating func sequence(_ place: SourcePosition, _ depth: Int) -> YAMLNode? {
        var nodes: [YAMLNode] = []
        while let (event, place) = next() {
            if case .sequenceEnd = event { break }
            guard let node = node(event, place, depth: depth + 1) else { return nil }
            nodes.append(node)
        }
        return YAMLNode(position: place, content: .sequence(nodes))
    }

    private mutating func mapping(_ place: SourcePosition, _ depth: Int) -> YAMLNode? {
        var entries: [YAMLNode.Entry] = []
        var seen: [String: SourcePosition] = [:]
        while let (event, place) = next() {
            if case .mappingEnd = event { break }
            guard let key = node(event, place, depth: depth + 1) else { return nil }
            guard let (valueEvent, valuePlace) = next(), let value = node(valueEvent, valuePlace, depth: depth + 1)
            else { return nil }
            guard case .scalar(let name, _) = key.content else {
                problems.error(place, "a key must be a word, not \(key.kindName)")
                continue
            }
            if let first = seen[name] {
                problems.error(place, "the key '\(name)' is here twice: first in line \(first.line)")
                continue
            }
            seen[name] = place
            // A value that isn't there has no place of its own.
            let placed = value.isNull ? YAMLNode(position: place, content: value.content) : value
            entries.append(YAMLNode.Entry(key: name, position: place, value: placed))
        }
        return YAMLNode(position: place, content: .mapping(entries))
    }
}

/// Where a text stops being UTF-8.
enum UTF8Check {
    static func firstInvalid(_ bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        // The longest valid beginning; an invalid text is rare, so a search by halves is good enough.
        var low = 0
        var high = bytes.count
        while low < high {
            let middle = (low + high + 1) / 2
            if isValidBeginning(bytes[..<middle]) { low = middle } else { high = middle - 1 }
        }
        // What follows it may be what makes the character before it none.
        while low > 0, String(validating: bytes[..<low], as: UTF8.self) == nil { low -= 1 }
        return min(low, bytes.count - 1)
    }

    /// Whether it is valid apart from a character that its end cuts off.
    private static func isValidBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
        for dropped in 0..<min(4, bytes.count + 1) {
            let kept = bytes.dropLast(dropped)
            let cut = bytes.suffix(dropped)
            let cutIsStart =
                cut.isEmpty || ((0xC2...0xF4).contains(cut.first!) && cut.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 })
            if cutIsStart, String(validating: kept, as: UTF8.self) != nil { return true }
        }
        return false
    }
}
