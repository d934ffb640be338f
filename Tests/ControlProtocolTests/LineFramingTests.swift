import Testing

@testable import ControlProtocol

@Suite struct LineFramingTests {
    @Test func `messages are whole however the stream was cut`() throws {
        let stream = Array("{\"a\":1}\n{\"b\":2}\n\n{\"c\":3}\n".utf8)
        for size in 1...stream.count {
            var framing = LineFraming()
            var lines: [String] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                let piece = stream[start..<min(start + size, stream.count)]
                lines += try framing.append(piece).map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(lines == ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"])
        }
    }

    @Test func `a line that reaches the limit ends the conversation, complete or not`() throws {
        var framing = LineFraming(limit: 8)
        #expect(try framing.append(Array("1234567\n".utf8)).count == 1)
        var complete = framing
        #expect(throws: LineFraming.LineTooLong.self) { try complete.append(Array("12345678\n".utf8)) }
        #expect(throws: LineFraming.LineTooLong.self) { try framing.append(Array("12345678".utf8)) }
    }
}
