import ImportCore

/// A file that needs neither scope nor coordination: one of an ordinary folder, or a copy that the picker made.
public struct PlainFileSource: ImportSource {
    public let displayName: DisplayName
    public let origin: String
    let path: [UInt8]

    /// - Parameter path: the path's bytes, absolute or relative to the working directory.
    public init(path: [UInt8]) {
        self.path = path
        displayName = DisplayName(pathBytes: path)
        origin = DisplayName(bytes: path).text
    }

    public init(path: String) {
        self.init(path: Array(path.utf8))
    }

    public var provider: String? { nil }
    public func startAccess() -> Bool { false }
    public func stopAccess() {}

    public func coordinateRead(
        _ control: ImportControl, accessor: (any SourceItem) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        try accessor(FileItem(path: path, isOnProvider: false))
    }
}

extension DisplayName {
    /// The last component of a path.
    init(pathBytes path: [UInt8]) {
        let slash = UInt8(ascii: "/")
        let trimmed = path.reversed().drop { $0 == slash }.prefix { $0 != slash }
        self.init(bytes: trimmed.reversed())
    }
}
