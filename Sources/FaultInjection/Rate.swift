import ProviderModel

/// Bytes a second: `64KiB/s`.
package struct Rate: Hashable, Sendable {
    package let perSecond: ByteCount

    package init(perSecond: ByteCount) {
        self.perSecond = perSecond
    }

    /// One byte a second.
    package static let slowest = Rate(perSecond: ByteCount(1))

    /// Nil unless it is a size before `/s`, and more than nothing: a rate of 0 would be a stall.
    package init?(_ text: String) {
        guard text.hasSuffix("/s"), let size = ByteCount(String(text.dropLast(2))), size > .zero else { return nil }
        perSecond = size
    }
}

extension Rate: CustomStringConvertible {
    package var description: String { "\(perSecond)/s" }
}
