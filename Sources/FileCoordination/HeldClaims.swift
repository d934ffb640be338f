#if os(Linux)
import Foundation

/// The claims that the current thread is inside of: a request from within them can't wait for their end, so the
/// arbiter is told (see `CoordinateRequest.within`).
enum HeldClaims {
    private final class Stack {
        var claims: [(key: ClaimServiceKey, claim: Int)] = []
    }

    private static let key = "fpsim.held-claims"

    private static var stack: Stack? { Thread.current.threadDictionary[key] as? Stack }

    static func within(_ service: ClaimServiceKey) -> [Int]? {
        guard let claims = stack?.claims, !claims.isEmpty else { return nil }
        let here = claims.filter { $0.key == service }.map(\.claim)
        return here.isEmpty ? nil : here
    }

    /// Runs `body` inside the claims.
    static func hold<Result>(_ claims: [(key: ClaimServiceKey, claim: Int)], _ body: () throws -> Result) rethrows
        -> Result
    {
        let stack = Self.stack ?? Stack()
        Thread.current.threadDictionary[key] = stack
        stack.claims += claims
        defer { stack.claims.removeLast(claims.count) }
        return try body()
    }
}
#endif
