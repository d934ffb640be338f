import FoundationEssentials

/// Messages to JSON lines and back, for both ends.
package enum ControlCoding {
    private enum Key: String, CodingKey {
        case version = "v"
        case id, operation = "op"
        case ok, error, event
    }

    /// The id of requests whose sender wants no answer.
    package static let unanswered = 0

    // MARK: The client's end

    /// `{"v":1,"id":N,"op":"…",…}` and a newline.
    package static func line<Request: ControlRequest>(id: Int, _ request: Request) -> [UInt8] {
        guard let plain = request as? any PlainlyCoded else { return encode(Outgoing(id: id, request: request)) }
        var text = JSONText()
        text.add(json: #"{"v":"#)
        text.add(controlVersion)
        text.add(json: #","id":"#)
        text.add(id)
        text.add(json: #","op":"#)
        text.add(Request.operation.rawValue)
        text.add(json: ",")
        plain.write(to: &text)
        text.add(json: "}\n")
        return text.bytes
    }

    /// What came from the mount.
    package enum Incoming: Sendable {
        /// An answer, whose content is read when its type is known: `body` is the whole message.
        case reply(id: Int, body: [UInt8])
        case event(ControlEvent)
    }

    package static func incoming(_ line: [UInt8]) throws -> Incoming {
        let id = try MessageHead(line)?.id ?? decode(IncomingHeader.self, line).id
        if let id { return .reply(id: id, body: line) }
        return .event(try decode(ControlEvent.self, line))
    }

    /// The answer in a reply's body.
    package static func result<Response: Codable>(
        _ type: Response.Type, in body: [UInt8]
    ) throws -> Result<Response, ControlFailure> {
        if let plain = Response.self as? any PlainlyCoded.Type, let ok = plainResult(plain, in: body) as? Response {
            return .success(ok)
        }
        let reply = try decode(Reply<Response>.self, body)
        if let error = reply.error { return .failure(error) }
        if let ok = reply.ok { return .success(ok) }
        throw ControlFailure.conversation(.malformed, "The reply holds neither a result nor an error.")
    }

    private static func plainResult(_ type: any PlainlyCoded.Type, in body: [UInt8]) -> (any PlainlyCoded)? {
        JSONScanner.read(body) { scanner in
            var ok: (any PlainlyCoded)?
            let isWhole = scanner.object { scanner, key in
                guard key == "ok" else { return key == "id" && scanner.number() != nil }
                ok = type.init(from: &scanner)
                return ok != nil
            }
            return isWhole ? ok : nil
        }
    }

    // MARK: The mount's end

    /// Reads a request. A message that can't be read is thrown with the id to answer it under, 0 where there is none.
    package static func request(_ line: [UInt8]) throws(BadRequest) -> ControlRequestMessage {
        let header = try requestHeader(line)
        guard header.v == controlVersion else {
            throw BadRequest(
                id: header.id,
                failure: .conversation(
                    .incompatibleVersion,
                    "This mount speaks version \(controlVersion) of the control protocol, not \(header.v)."))
        }
        guard let operation = ControlOperation(rawValue: header.op) else {
            throw BadRequest(
                id: header.id, failure: .conversation(.unknownOperation, "There is no operation '\(header.op)'."))
        }
        if let command = plainCommand(operation, line) {
            return ControlRequestMessage(version: header.v, id: header.id, command: command)
        }
        do {
            let command = try decode(IncomingCommand.self, line).command
            return ControlRequestMessage(version: header.v, id: header.id, command: command)
        } catch {
            throw BadRequest(
                id: header.id,
                failure: .conversation(.malformed, "'\(operation.rawValue)' can't be read: \(reason(error))"))
        }
    }

    private static func plainCommand(_ operation: ControlOperation, _ line: [UInt8]) -> ControlCommand? {
        switch operation {
        case .coordinate: JSONScanner.read(line) { CoordinateRequest(from: &$0) }.map(ControlCommand.coordinate)
        case .claimRelease: JSONScanner.read(line) { ClaimReleaseRequest(from: &$0) }.map(ControlCommand.claimRelease)
        case .pick: JSONScanner.read(line) { PickRequest(from: &$0) }.map(ControlCommand.pick)
        case .scopeStart: JSONScanner.read(line) { ScopeStartRequest(from: &$0) }.map(ControlCommand.scopeStart)
        case .scopeStop: JSONScanner.read(line) { ScopeStopRequest(from: &$0) }.map(ControlCommand.scopeStop)
        default: nil
        }
    }

    private static func requestHeader(_ line: [UInt8]) throws(BadRequest) -> RequestHeader {
        if let head = MessageHead(line), let version = head.version, let id = head.id, let operation = head.operation {
            return RequestHeader(v: version, id: id, op: operation)
        }
        do {
            return try decode(RequestHeader.self, line)
        } catch {
            throw BadRequest(id: 0, failure: .conversation(.malformed, "The message isn't a request: \(reason(error))"))
        }
    }

    package struct BadRequest: Error, Hashable {
        package let id: Int
        package let failure: ControlFailure
    }

    /// `{"id":N,"ok":{…}}` and a newline.
    package static func line(id: Int, ok: some Codable) -> [UInt8] {
        guard let plain = ok as? any PlainlyCoded else { return encode(Reply(id: id, ok: ok, error: nil)) }
        var text = JSONText()
        text.add(json: #"{"id":"#)
        text.add(id)
        text.add(json: #","ok":{"#)
        plain.write(to: &text)
        text.add(json: "}}\n")
        return text.bytes
    }

    /// `{"id":N,"error":{…}}` and a newline.
    package static func line(id: Int, error: ControlFailure) -> [UInt8] {
        encode(Reply<ControlDone>(id: id, ok: nil, error: error))
    }

    /// `{"event":"…",…}` and a newline.
    package static func line(_ event: ControlEvent) -> [UInt8] {
        encode(event)
    }

    // MARK: Shapes

    private struct Outgoing<Request: ControlRequest>: Encodable {
        let id: Int
        let request: Request

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(controlVersion, forKey: .version)
            try fields.encode(id, forKey: .id)
            try fields.encode(Request.operation, forKey: .operation)
            try request.encode(to: encoder)
        }
    }

    private struct IncomingHeader: Decodable {
        let id: Int?
    }

    private struct RequestHeader: Decodable {
        let v: Int
        let id: Int
        let op: String
    }

    private struct IncomingCommand: Decodable {
        let command: ControlCommand

        init(from decoder: any Decoder) throws {
            let operation = try decoder.container(keyedBy: Key.self).decode(ControlOperation.self, forKey: .operation)
            command = try ControlCommand(operation, from: decoder)
        }
    }

    private struct Reply<Response: Codable>: Codable {
        let id: Int
        let ok: Response?
        let error: ControlFailure?
    }

    private static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
        } catch {
            // Every message is made of strings, whole numbers, finite times and lists of them.
            preconditionFailure("A control message can't be encoded: \(error)")
        }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(line))
    }

    private static func reason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "'\(key.stringValue)' is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
        default: "\(error)"
        }
    }
}
