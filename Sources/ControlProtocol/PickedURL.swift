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
        guard text.lowercased().hasPrefix("file:") else { return nil }
        var rest = text.dropFirst("file:".count)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            guard let slash = rest.firstIndex(of: "/") else { return nil }
            guard ["", "localhost"].contains(rest[..<slash]) else { return nil }
            rest = rest[slash...]
        }
        rest = rest.prefix { $0 != "#" }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = PercentEncoding.decode(parts[0]), path.first == UInt8(ascii: "/"), !path.contains(0) else {
            return nil
        }
        let items = parts.count > 1 ? parts[1].split(separator: "&") : []
        let token = items.first { $0.hasPrefix("\(Self.tokenKey)=") }?.dropFirst(Self.tokenKey.count + 1)
        self.init(path: path, token: token.map(String.init))
    }

    /// Percent-encoded, with the token as its query.
    package var text: String {
        "file://" + PercentEncoding.encode(path) + (token.map { "?\(Self.tokenKey)=\($0)" } ?? "")
    }
}
