/// The members of a message that say what it is, found without decoding the rest.
struct MessageHead: Equatable {
    var version: Int?
    var id: Int?
    var operation: String?

    /// Nil for what isn't plainly an object with such members; the decoder then says what is wrong.
    init?(_ line: [UInt8]) {
        guard let head = JSONScanner.read(line, MessageHead.read) else { return nil }
        self = head
    }

    private init() {}

    private static func read(_ scanner: inout JSONScanner) -> MessageHead? {
        var head = MessageHead()
        let isObject = scanner.object { scanner, key in
            switch key {
            case "v": head.version = scanner.number()
            case "id": head.id = scanner.number()
            case "op": head.operation = scanner.text()
            default: return scanner.skipValue()
            }
            return true
        }
        return isObject ? head : nil
    }
}
