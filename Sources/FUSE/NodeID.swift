import CFuse3

/// The number by which the kernel and the provider call an object: unique as long as the kernel knows it.
package struct NodeID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static let root = NodeID(rawValue: UInt64(FUSE_ROOT_ID))
}

/// A number of the provider's own that comes back with each operation on an open file or directory.
package struct HandleID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// A file of the source that the kernel reads and writes itself, without the provider.
package struct BackingID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}
