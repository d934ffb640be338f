import CPopt
import Glibc
import Spelling

/// Splits a command's words into options and operands, with popt: `--name VALUE`, `--name=VALUE`, `-n VALUE`,
/// bundled flags, options and operands in any order, `--` before words that are no options.
enum PoptScanner {
    struct Value {
        let option: OptionDeclaration
        let bytes: [UInt8]
    }

    /// What a scan found. Words are bytes: a file's name need not be UTF-8.
    typealias Found = (values: [Value], operands: [[UInt8]])

    static func scan(
        _ words: [[UInt8]], options: [OptionDeclaration], path: [String]
    ) throws(UsageError) -> Found {
        // popt keeps pointers into the table and into the words, so both live until its context is freed.
        var strings = ([Array(path.joined(separator: " ").utf8)] + words).map(copy)
        let names = options.map { strdup($0.name) }
        defer { for string in strings + names { free(string) } }
        strings.append(nil)
        var table = zip(options, names).enumerated().map { index, option in
            poptOption(
                longName: UnsafePointer(option.1),
                shortName: CChar(option.0.short?.asciiValue ?? 0),
                argInfo: option.0.placeholder == nil ? UInt32(POPT_ARG_NONE) : UInt32(POPT_ARG_STRING),
                arg: nil, val: Int32(index + 1), descrip: nil, argDescrip: nil)
        }
        table.append(poptOption())
        let count = Int32(words.count + 1)
        var result: Result<Found, UsageError> = .success(([], []))
        strings.withUnsafeMutableBufferPointer { arguments in
            table.withUnsafeBufferPointer { table in
                arguments.baseAddress!.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: Int(count) + 1) {
                    let context = poptGetContext(nil, count, $0, table.baseAddress, 0)
                    defer { poptFreeContext(context) }
                    result = read(context, options: options, path: path)
                }
            }
        }
        return try result.get()
    }

    private static func read(
        _ context: poptContext?, options: [OptionDeclaration], path: [String]
    ) -> Result<Found, UsageError> {
        var values: [Value] = []
        while true {
            let code = poptGetNextOpt(context)
            if code > 0 {
                let text = poptGetOptArg(context)
                values.append(Value(option: options[Int(code) - 1], bytes: text.map { bytes(of: $0) } ?? []))
                free(text)
            } else if code == -1 {
                return .success((values, operands(of: context)))
            } else {
                return .failure(usageError(code, context, options: options, path: path))
            }
        }
    }

    private static func operands(of context: poptContext?) -> [[UInt8]] {
        guard var next = poptGetArgs(context) else { return [] }
        var operands: [[UInt8]] = []
        while let word = next.pointee {
            operands.append(bytes(of: word))
            next += 1
        }
        return operands
    }

    private static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
    }

    private static func copy(_ word: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        (word + [0]).withUnsafeBytes { strdup($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }

    private static func usageError(
        _ code: CInt, _ context: poptContext?, options: [OptionDeclaration], path: [String]
    ) -> UsageError {
        let given = poptBadOption(context, 0).map { String(cString: $0) } ?? ""
        let word = String(given.prefix(while: { $0 != "=" }))
        switch code {
        case POPT_ERROR_NOARG:
            return UsageError("option \(word) needs a value", path: path)
        case POPT_ERROR_BADOPT:
            let name = word.drop(while: { $0 == "-" })
            let nearest = NearestWord.to(String(name), among: options.map(\.name)).map { "--" + $0 }
            return UsageError("unknown option '\(word)'", suggestion: nearest, path: path)
        case POPT_ERROR_UNWANTEDARG:
            return UsageError("option \(word) takes no value", path: path)
        default:
            return UsageError("\(word): \(String(cString: poptStrerror(code)))", path: path)
        }
    }
}
