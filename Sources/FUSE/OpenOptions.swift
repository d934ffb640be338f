import CFuse3

/// How the kernel is to treat an open file.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Every read and write reaches the provider and may be held or interrupted there.
    package static let directIO = OpenOptions(rawValue: UInt32(FOPEN_DIRECT_IO))
    /// What the page cache holds from before is still right.
    package static let keepCache = OpenOptions(rawValue: UInt32(FOPEN_KEEP_CACHE))
    /// The kernel may answer listings from its cache.
    package static let cacheListing = OpenOptions(rawValue: UInt32(FOPEN_CACHE_DIR))
    /// close(2) needn't be told to the provider.
    package static let noFlush = OpenOptions(rawValue: UInt32(FOPEN_NOFLUSH))
    package static let parallelDirectWrites = OpenOptions(rawValue: UInt32(FOPEN_PARALLEL_DIRECT_WRITES))
    /// `keepCache` and `noFlush`: made once, since it is wanted at every open.
    package static let cachedWithoutFlush = OpenOptions(rawValue: UInt32(FOPEN_KEEP_CACHE | FOPEN_NOFLUSH))
    private static let besidePassthrough = OpenOptions(
        rawValue: UInt32(FOPEN_DIRECT_IO | FOPEN_NOFLUSH | FOPEN_PARALLEL_DIRECT_WRITES))
    /// With a backing file the kernel refuses, by EIO, what speaks of a page cache that isn't used.
    var withPassthrough: OpenOptions { intersection(.besidePassthrough).union(.passthrough) }
    static let passthrough = OpenOptions(rawValue: UInt32(FPSIM_FOPEN_PASSTHROUGH))
}

/// An open file or directory, as the kernel gets to know it.
package struct OpenedFile: Sendable {
    package var handle: HandleID
    package var options: OpenOptions
    /// The kernel reads and writes this file itself. It keeps one mode and one backing file per inode while any
    /// descriptor is open, and answers EIO to an open that differs; with `directIO` beside it, the provider serves
    /// this descriptor while older ones stay native.
    package var backing: BackingID?

    package init(handle: HandleID, options: OpenOptions = [], backing: BackingID? = nil) {
        self.handle = handle
        self.options = options
        self.backing = backing
    }

    var raw: fuse_open_out {
        var flags = options
        if backing != nil { flags = flags.withPassthrough }
        // Older headers call backing_id padding.
        return fuse_open_out(
            fh: handle.rawValue, open_flags: flags.rawValue, padding: UInt32(bitPattern: backing?.rawValue ?? 0))
    }
}
