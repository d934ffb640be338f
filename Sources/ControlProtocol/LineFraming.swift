/// Cuts a byte stream into lines. A stream socket may deliver one message in many reads, or many in one, so no
/// read is ever taken for a message.
package struct LineFraming: Sendable {
    /// The stream holds a line that is longer than the limit, so nothing after it can be trusted.
    package struct LineTooLong: Error, Equatable {}

    private var buffer: [UInt8] = []
    private var searched = 0
    private let limit: Int

    package init(limit: Int = controlMessageLimit) {
        self.limit = limit
    }

    /// The lines that `bytes` completes, without their newlines; empty lines are left out.
    package mutating func append(_ bytes: some Collection<UInt8>) throws(LineTooLong) -> [[UInt8]] {
        buffer.append(contentsOf: bytes)
        var lines: [[UInt8]] = []
        var start = 0
        while let newline = buffer[max(searched, start)...].firstIndex(of: UInt8(ascii: "\n")) {
            guard newline - start < limit else { throw LineTooLong() }
            if newline > start { lines.append(Array(buffer[start..<newline])) }
            start = newline + 1
            searched = start
        }
        if start > 0 { buffer.removeFirst(start) }
        searched = buffer.count
        guard buffer.count < limit else { throw LineTooLong() }
        return lines
    }
}
