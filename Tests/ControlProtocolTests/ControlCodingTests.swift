import AccessClaims
import Testing

@testable import ControlProtocol

@Suite struct ControlCodingTests {
    private func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

    @Test func `a request is one line of JSON with its version, id, operation and parameters`() throws {
        let line = ControlCoding.line(id: 7, PickRequest(path: "a/b.pdf", folder: true))
        let read = try ControlCoding.request(line)
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        #expect(read == ControlRequestMessage(id: 7, command: .pick(PickRequest(path: "a/b.pdf", folder: true))))
    }

    @Test func `every operation is read back by its name in JSON`() throws {
        let pathed: Set<ControlOperation> = [
            .item, .pick, .scopeStart, .scopeStop, .bookmarkCreate, .evict, .materialize, .delete, .trash,
        ]
        for operation in ControlOperation.allCases where pathed.contains(operation) {
            let read = try ControlCoding.request(
                Array(#"{"v":1,"id":3,"op":"\#(operation.rawValue)","path":"x"}"#.utf8))
            #expect(read.command.operation == operation)
        }
    }

    @Test func `what another language writes by hand is understood`() throws {
        let line =
            #"{"op":"coordinate","id":12,"v":1,"purpose":"mine","#
            + #""intents":[{"path":"a.pdf","mode":"reading","options":["without-changes"]}]}"#
        let message = try ControlCoding.request(Array(line.utf8))
        let intent = CoordinateRequest.Intent(path: "a.pdf", mode: .reading, options: [.withoutChanges])
        #expect(message.command == .coordinate(CoordinateRequest(intents: [intent], purpose: "mine")))
    }

    @Test(arguments: [
        ("nonsense", 0, ControlFailure.ProtocolCode.malformed),
        (#"{"id":4}"#, 0, .malformed),
        (#"{"v":2,"id":4,"op":"hello"}"#, 4, .incompatibleVersion),
        (#"{"v":1,"id":4,"op":"explode"}"#, 4, .unknownOperation),
        (#"{"v":1,"id":4,"op":"pick"}"#, 4, .malformed),
        (#"{"v":1,"id":4,"op":"pick","path":{"percent":"%zz"}}"#, 4, .malformed),
    ])
    func `a bad message is answered under its id with what is wrong`(
        line: String, id: Int, code: ControlFailure.ProtocolCode
    ) {
        do {
            _ = try ControlCoding.request(Array(line.utf8))
            Issue.record("'\(line)' was read.")
        } catch {
            #expect(error.id == id)
            #expect(error.failure.protocolCode == code)
        }
    }

    @Test func `a reply is a result or an error, and an event has no id`() throws {
        let granted = ControlCoding.line(id: 1, ok: ScopeStartRequest.Response(granted: true))
        #expect(text(granted).contains(#""ok":{"granted":true}"#))
        let failure = ControlFailure(
            domain: ControlFailure.cocoaDomain, code: 257, errno: "EPERM", message: "No.", rule: "r")
        let refused = ControlCoding.line(id: 2, error: failure)
        let event = ControlEvent.presenterAsk(ask: 1, presenter: "p", messages: [.relinquishToWriter], path: nil)

        guard case .reply(1, let first) = try ControlCoding.incoming(granted),
            case .reply(2, let second) = try ControlCoding.incoming(refused),
            case .event(let third) = try ControlCoding.incoming(ControlCoding.line(event))
        else {
            Issue.record("Not two replies and an event.")
            return
        }
        #expect(try ControlCoding.result(ScopeStartRequest.Response.self, in: first).get().granted)
        #expect(try ControlCoding.result(ScopeStartRequest.Response.self, in: second) == .failure(failure))
        #expect(third == event)
    }

    @Test func `a name that isn't UTF-8 crosses the socket unchanged`() throws {
        let path = ControlPath(bytes: Array("a/".utf8) + [0xFF, 0x25, 0x0A])
        let message = try ControlCoding.request(ControlCoding.line(id: 1, PickRequest(path: path)))
        #expect(message.command == .pick(PickRequest(path: path)))
        #expect(path.components.count == 2)
    }
}
