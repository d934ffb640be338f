import SystemIO

/// A line about a long run: rewritten in place on a terminal, else printed now and then.
final class ProgressLine {
    private let isShown: Bool
    private var calls = 0

    init(isShown: Bool) {
        self.isShown = isShown
    }

    func show(_ text: String) {
        guard isShown else { return }
        calls += 1
        if Console.outputIsTerminal {
            Console.printNow("\u{1B}[1A\u{1B}[2K\(text)")
        } else if calls % 30 == 1 {
            Console.printNow(text)
        }
    }

    func end() {}
}
