import AccessClaims
import Foundation
import Testing

@testable import ControlProtocol

/// What is coded by hand must be what Foundation's coders make of the same types.
@Suite struct PlainlyCodedTests {
    private let names = [
        "a.pdf", "Reçu 領収書.pdf", "", "quote\"back\\slash", "tab\tline\nnul\0", "a/b/c", "\u{2028}", "\u{1F}\u{10}",
    ]

    @Test func `Foundation reads what is written by hand, and the reader by hand what Foundation wrote`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed)
        for _ in 0..<500 {
            let request = coordinate(&generator)
            try check(request, id: Int.random(in: 1...100_000, using: &generator))
            try check(ClaimReleaseRequest(claim: Int.random(in: 0...1_000_000, using: &generator)), id: 3)
        }
    }

    @Test func `what a pick and its scope are made of is read by both`() throws {
        for name in names {
            let path = ControlPath(name)
            for folder in [nil, true, false] { try check(PickRequest(path: path, folder: folder), id: 5) }
            for token in [nil, "0123456789abcdef"] {
                try check(ScopeStartRequest(token: token, path: path), id: 6)
                try check(ScopeStartRequest(token: token, path: path, covers: .descendants), id: 7)
                try check(ScopeStopRequest(token: token, path: path), id: 8)
            }
            try check(PickRequest.Response(token: "t", path: path))
        }
        for answer in [true, false] {
            try check(ScopeStartRequest.Response(granted: answer))
            try check(ScopeStopRequest.Response(balanced: answer))
        }
        let picked = PickRequest(path: ControlPath(bytes: [0x61, 0xFF]))
        #expect(try ControlCoding.request(ControlCoding.line(id: 1, picked)).command == .pick(picked))
    }

    private func check<Response: PlainlyCoded & Equatable>(_ response: Response) throws {
        let line = ControlCoding.line(id: 4, ok: response)
        #expect(try ControlCoding.result(Response.self, in: line).get() == response)
        #expect(try JSONDecoder().decode(Reply<Response>.self, from: Data(line)).ok == response)
    }

    private struct Reply<Response: Decodable>: Decodable { let ok: Response }

    private func check<Request: ControlRequest & PlainlyCoded>(_ request: Request, id: Int) throws {
        let line = ControlCoding.line(id: id, request)
        let text = String(decoding: line, as: UTF8.self)
        #expect(try JSONDecoder().decode(Request.self, from: Data(line)) == request, "\(text)")
        #expect(try ControlCoding.request(line).command.request as? Request == request, "\(text)")
        #expect(MessageHead(line)?.id == id, "\(text)")
        let encoded = Array(try JSONEncoder().encode(request))
        if let read = JSONScanner.read(encoded, { Request(from: &$0) }) { #expect(read == request, "\(text)") }
    }

    @Test func `a grant is read by hand and by Foundation`() throws {
        for name in names {
            let grant = CoordinateRequest.Response(claim: 12, paths: [ControlPath(name), "x"])
            let line = ControlCoding.line(id: 4, ok: grant)
            #expect(try ControlCoding.result(CoordinateRequest.Response.self, in: line).get() == grant)
            struct Reply: Decodable { let ok: CoordinateRequest.Response }
            #expect(try JSONDecoder().decode(Reply.self, from: Data(line)).ok == grant)
        }
        let done = String(decoding: ControlCoding.line(id: 4, ok: ControlDone()), as: UTF8.self)
        #expect(done == "{\"id\":4,\"ok\":{}}\n")
    }

    @Test func `a name that isn't UTF-8 crosses in a claim and in its grant`() throws {
        let path = ControlPath(bytes: [0x61, 0xFF, 0x22])
        let request = CoordinateRequest(intents: [.init(path: path, mode: .writing, options: [])], purpose: "p")
        #expect(
            try ControlCoding.request(ControlCoding.line(id: 1, request)).command == .coordinate(request))
        let grant = CoordinateRequest.Response(claim: 1, paths: [path])
        let line = ControlCoding.line(id: 1, ok: grant)
        #expect(try ControlCoding.result(CoordinateRequest.Response.self, in: line).get() == grant)
    }

    @Test(arguments: [
        #"{"v":1,"id":4,"op":"coordinate","purpose":"p"}"#,
        #"{"v":1,"id":4,"op":"coordinate","intents":[],"purpose":7}"#,
        #"{"v":1,"id":4,"op":"coordinate","purpose":"p","intents":[{"path":"a","mode":"nosing","options":[]}]}"#,
        #"{"v":1,"id":4,"op":"claim-release","claim":"x"}"#,
        #"{"v":1,"id":4,"op":"pick"}"#,
        #"{"v":1,"id":4,"op":"scope-start","path":"a","token":7}"#,
        #"{"v":1,"id":4,"op":"scope-start","path":"a","covers":"everything"}"#,
    ])
    func `what is wrong with a message is said as before`(line: String) {
        do {
            _ = try ControlCoding.request(Array(line.utf8))
            Issue.record("'\(line)' was read.")
        } catch {
            #expect(error.id == 4)
            #expect(error.failure.protocolCode == .malformed)
        }
    }

    private func coordinate(_ generator: inout SeededGenerator) -> CoordinateRequest {
        let intents = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            CoordinateRequest.Intent(
                path: ControlPath(names.randomElement(using: &generator)!),
                mode: Bool.random(using: &generator) ? .reading : .writing,
                options: AccessOption.allCases.filter { _ in Bool.random(using: &generator) })
        }
        return CoordinateRequest(
            intents: intents, purpose: names.randomElement(using: &generator)!,
            presenter: Bool.random(using: &generator) ? names.randomElement(using: &generator)! : nil,
            within: Bool.random(using: &generator) ? [1, 22] : nil,
            prepare: [nil, true, false].randomElement(using: &generator)!)
    }
}

struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
