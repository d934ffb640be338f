/// The text of a URL that the simulated picker hands out: `file:///mnt/p/a%20b.pdf?fpsim-scope=TOKEN`.
///
/// The scope travels in the URL's value, as on Apple's systems (file-access-semantics a5): a URL that was rebuilt
/// from its path has no query, so it has no scope.
package struct PickedURL: Hashable, Sendable {
    package static let tokenKey = "fpsim-scope"

    /// The absolute path's bytes.
    package let path: [UInt8]
    /// The scope's token, nil for a plain file URL.
    package let token: String?

    package init(path: [UInt8], token: String?) {
        self.path = path
        self.token = token
    }

    /// Reads a `file:` URL with an absolute path, on no host or on localhost.
    package init?(_ text: String) {
        var text = text
        guard let read = text.withUTF8({ PickedURL(bytes: $0[...]) }) else { return nil }
        self = read
    }

    /// By its bytes, since every access reads a URL several times.
    private init?(bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        let scheme = "file:".utf8
        guard bytes.count >= scheme.count, zip(bytes, scheme).allSatisfy({ PickedURL.isSame($0, letter: $1) })
        else { return nil }
        var rest = bytes.dropFirst(scheme.count)
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            guard slash == rest.startIndex || rest[..<slash].elementsEqual("localhost".utf8) else { return nil }
            rest = rest[slash...]
        }
        if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
        let question = rest.firstIndex(of: UInt8(ascii: "?"))
        guard let path = PercentEncoding.decode(bytes: rest[..<(question ?? rest.endIndex)]),
            path.first == UInt8(ascii: "/"), !path.contains(0)
        else { return nil }
        self.init(path: path, token: question.flatMap { PickedURL.token(in: rest[$0...].dropFirst()) })
    }

    private static func isSame(_ byte: UInt8, letter: UInt8) -> Bool {
        byte == letter || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter
    }

    private static func token(in query: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        for item in query.split(separator: UInt8(ascii: "&")) {
            if item.starts(with: "\(tokenKey)=".utf8) {
                return String(decoding: item.dropFirst(tokenKey.utf8.count + 1), as: UTF8.self)
            }
        }
        return nil
    }

    /// Percent-encoded, with the token as its query.
    package var text: String {
        "file://" + PercentEncoding.encode(path) + (token.map { "?\(Self.tokenKey)=\($0)" } ?? "")
    }
}
