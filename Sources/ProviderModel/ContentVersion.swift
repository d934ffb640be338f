/// Which content an item has: 1 is what the source holds, and each replacement counts on.
package struct ContentVersion: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static let first = ContentVersion(rawValue: 1)

    package var next: ContentVersion { ContentVersion(rawValue: rawValue + 1) }

    package static func < (left: ContentVersion, right: ContentVersion) -> Bool { left.rawValue < right.rawValue }
}
