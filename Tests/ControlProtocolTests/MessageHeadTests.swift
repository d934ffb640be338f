import Testing

@testable import ControlProtocol

@Suite struct MessageHeadTests {
    @Test(
        arguments: [
            (#"{"v":1,"id":7,"op":"pick","path":"a"}"#, 1, 7, "pick"),
            (#" { "path" : "}{\",\\" , "op":"x" , "id" : 12 }"#, nil, 12, "x"),
            (#"{"ok":{"id":3,"list":[1,{"id":4}]},"id":5}"#, nil, 5, nil),
            (#"{"event":"ending"}"#, nil, nil, nil),
            ("{}", nil, nil, nil),
        ] as [(String, Int?, Int?, String?)])
    func `the outermost members are found, whatever is inside the others`(
        line: String, version: Int?, id: Int?, operation: String?
    ) throws {
        let head = try #require(MessageHead(Array(line.utf8)))
        #expect(head.version == version)
        #expect(head.id == id)
        #expect(head.operation == operation)
    }

    @Test(arguments: ["", "{", "[]", "nonsense", #"{"id":1"#, #"{"id" 1}"#, #"{"a":{"#, #"{"a":""#, #"{"a\u0062":1}"#])
    func `what isn't plain is left to the decoder`(line: String) {
        #expect(MessageHead(Array(line.utf8)) == nil)
    }
}
