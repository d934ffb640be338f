import Glibc
import SystemIO

/// The standard streams, as a person or a program sees them.
enum Console {
    /// Whether standard output is a terminal.
    static let outputIsTerminal = Terminal.isTerminal(.standardOutput)
    /// Whether standard error is a terminal.
    static let errorIsTerminal = Terminal.isTerminal(.standardError)

    /// Whether a stream that is or isn't a terminal gets colours; the variable NO_COLOR turns them off (no-color.org).
    private static func usesColour(_ isTerminal: Bool) -> Bool {
        isTerminal && getenv("NO_COLOR") == nil
    }

    /// Colours of a terminal, by what they mean.
    enum Style: String {
        case bad = "31"
        case good = "32"
        case doubtful = "33"
        case strong = "1"
    }

    /// The text in a style where standard output shows colours, else as it is.
    static func styled(_ text: String, _ style: Style) -> String {
        styled(text, style, isTerminal: outputIsTerminal)
    }

    private static func styled(_ text: String, _ style: Style, isTerminal: Bool) -> String {
        usesColour(isTerminal) ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes a line to standard output at once: for lines that somebody waits for while the program runs on.
    static func printNow(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Writes a line to standard error.
    static func warn(_ line: String) {
        Terminal.writeError(line + "\n")
    }

    /// Prints what went wrong: `fpsim mount: error: …`, then what to do about it.
    static func printError(_ message: String, path: [String], details: [String] = [], remedy: String? = nil) {
        let label = styled("error:", .bad, isTerminal: errorIsTerminal)
        // Names in it may be a stranger's.
        warn("\(path.joined(separator: " ")): \(label) \(message.asOneLine)")
        for line in details { warn(line.asOneLine) }
        if let remedy { warn(remedy) }
    }
}
