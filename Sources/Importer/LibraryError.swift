import ImportCore
import SystemIO

/// Why a library can't be opened or used.
public enum LibraryError: Error, Hashable, Sendable {
    /// There is nothing at the path.
    case missing(path: String)
    /// A library is to be made in a folder that isn't there.
    case noParent(path: String)
    /// The path is a file.
    case notAFolder(path: String)
    /// The folder holds something else, so that nothing is put into it.
    case notALibrary(path: String, reason: String)
    /// The library was made by a newer version of this program.
    case newerVersion(path: String, version: Int, supported: Int)
    /// Another process holds the library for too long.
    case busy(path: String)
    /// This computer, or this process by its limits, has no more of something: open files, or memory.
    case outOf(String, path: String)
    /// The folder or its database may not be read, or not be written.
    case notPermitted(path: String, reason: String)
    /// The disk is full.
    case noSpace(path: String)
    /// The disk or the database failed.
    case failed(path: String, reason: String)
    /// The place that a copy was to go to can't take it; the library has no part in that.
    case target(path: String, document: DisplayName?, reason: String)
    /// What a reference leads to can't be read; the library has no part in that.
    case source(document: DisplayName, reason: String)
}

extension LibraryError: CustomStringConvertible {
    /// A sentence on one line: what happened, to which library, and what to do.
    public var description: String {
        switch self {
        case .missing(let path): "there is no library at \(Self.shown(path))"
        case .noParent(let path):
            "no library can be made at \(Self.shown(path)): the folder that it is to be in is not there"
        case .notAFolder(let path): "\(Self.shown(path)) is not a folder, so it can't be a library"
        case .notALibrary(let path, let reason): "\(Self.shown(path)) is not a library: \(reason)"
        case .newerVersion(let path, let version, let supported):
            "the library at \(Self.shown(path)) has format \(version), and this program knows formats up to \(supported): "
                + "use a newer program"
        case .busy(let path): "the library at \(Self.shown(path)) is held by another process: try again later"
        case .outOf(let what, let path):
            "the library at \(Self.shown(path)) can't be opened, since this computer is out of \(what): try again later"
        case .notPermitted(let path, let reason): "the library at \(Self.shown(path)) can't be used: \(reason)"
        case .noSpace(let path): "the disk of the library at \(Self.shown(path)) is full: make space and try again"
        case .failed(let path, let reason): "the library at \(Self.shown(path)) failed: \(reason)"
        case .target(let path, let document?, let reason):
            "“\(document.shortPrintable)” can't be copied to \(Self.shown(path)): \(reason)"
        case .target(let path, nil, let reason): "nothing can be copied to \(Self.shown(path)): \(reason)"
        case .source(let document, let reason): "“\(document.shortPrintable)” can't be copied: \(reason)"
        }
    }

    /// A path on one line, whatever characters it has.
    private static func shown(_ path: String) -> String { DisplayName(path).shortPrintable }
}

extension LibraryError {
    init(_ error: Errno, path: String) {
        switch error {
        case .noSuchFile: self = .missing(path: path)
        case .notDirectory: self = .notAFolder(path: path)
        case .notPermitted, .permissionDenied, .readOnlyFileSystem:
            self = .notPermitted(path: path, reason: "\(error)")
        case .noSpace: self = .noSpace(path: path)
        default:
            self = error.shortage.map { .outOf($0, path: path) } ?? .failed(path: path, reason: "\(error)")
        }
    }

    /// A failure where a copy was to be made.
    init(_ error: Errno, target path: String, document: DisplayName? = nil) {
        let reason =
            switch error.name {
            case "ENOSPC", "EDQUOT": "the disk there is full: make space on it and try again"
            case "EROFS": "the disk there is read-only"
            case "EPERM", "EACCES": "it may not be written (\(error.name))"
            case "ENOENT": "there is no such folder"
            case "ENOTDIR": "it is no folder"
            case "EEXIST": "there is something of that name already"
            default: "\(error)"
            }
        self = .target(path: path, document: document, reason: reason)
    }

    init(_ error: DatabaseError, path: String) {
        self =
            switch error.meaning {
            case .busy: .busy(path: path)
            case .noSpace: .noSpace(path: path)
            case .notADatabase: .notALibrary(path: path, reason: "its database is damaged or of another program")
            case .notPermitted: .notPermitted(path: path, reason: "its database can't be written")
            // SQLite needs a few, and says no more than that.
            case .other where error.cannotOpen && DescriptorLimit.free < 8: .outOf("open files", path: path)
            // What isn't in the database yet is in its log, to which even a reader has to write.
            case .other where error.cannotOpen && !FileDescriptor.workingDirectory.allowsWriting(to: path):
                .notPermitted(path: path, reason: "its folder can't be written, which its database's log needs")
            case .other: .failed(path: path, reason: "\(error)")
            }
    }
}
