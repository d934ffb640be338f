/// Writes a pattern out once for each way through its braces, which may be nested.
enum BraceExpansion {
    typealias Token = PathPattern.Token

    static func expand(_ tokens: [Token]) throws(PathPattern.Problem) -> [[Token]] {
        var finished: [[Token]] = []
        var waiting: [[Token]] = [tokens]
        while let next = waiting.popLast() {
            guard finished.count + waiting.count < PathPattern.alternativeLimit else { throw .tooManyAlternatives }
            guard let open = next.firstIndex(of: .open) else {
                finished.append(next)
                continue
            }
            let (choices, close) = try choices(in: next, after: open)
            for choice in choices {
                waiting.append(Array(next[..<open]) + choice + Array(next[(close + 1)...]))
            }
        }
        return finished
    }

    /// The choices of the outermost brace at `open`, and where it closes.
    private static func choices(
        in tokens: [Token], after open: Int
    ) throws(PathPattern.Problem) -> (choices: [[Token]], close: Int) {
        var choices: [[Token]] = [[]]
        var depth = 1
        for index in tokens.indices where index > open {
            switch tokens[index] {
            case .open: depth += 1
            case .close:
                depth -= 1
                if depth == 0 { return (choices, index) }
            case .comma where depth == 1:
                choices.append([])
                continue
            default: break
            }
            choices[choices.count - 1].append(tokens[index])
        }
        throw .unclosedBrace
    }
}
