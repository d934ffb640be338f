import ImportCore
import SystemIO

extension ImportProblem {
    static let diskIsFull = ImportProblem(.storage, "the library's disk is full")

    /// What a failed call on the library's own files means.
    init(library error: Errno) {
        switch error.name {
        case "ENOSPC", "EDQUOT":
            self = .diskIsFull
        case "EROFS":
            self.init(.storage, "the library's disk is read-only")
        case "EPERM", "EACCES":
            self.init(.storage, "the library's folder can't be written")
        case "EFBIG":
            self.init(.storage, "the document is larger than a file may be on the library's disk", remedy: Remedy.none)
        default:
            self =
                error.shortage.map(ImportProblem.init(outOf:))
                ?? ImportProblem(.storage, "the library's disk failed with \(error)")
        }
    }

    /// What a failed call on the picked item means. Numbers differ between systems; symbols don't.
    /// - Parameter isReading: whether the item was open already.
    init(source error: Errno, isReading: Bool = false) {
        switch error.name {
        case "EPERM":
            self.init(.access, "there is no permission to read it (EPERM)")
        case "EACCES":
            self.init(.access, "its mode forbids reading it (EACCES)")
        case "ENOENT", "ENOTDIR":
            self.init(.missing, "it is no longer where it was picked: it was moved, renamed or deleted")
        case "ESTALE":
            self =
                isReading
                ? ImportProblem(.changed, "the provider replaced it while it was read (ESTALE)")
                : ImportProblem(.missing, "the provider no longer knows it (ESTALE)")
        case "EISDIR":
            self.init(.notAFile, "it is a folder")
        case "ELOOP":
            self.init(.notAFile, "it is a symbolic link that leads nowhere")
        case "ENAMETOOLONG":
            self.init(.notAFile, "its path is longer than this system allows")
        case "EDEADLK":
            self.init(.unavailable, "it is not downloaded, and the provider would not download it (EDEADLK)")
        case "ETIMEDOUT":
            self.init(.unavailable, "the provider could not reach its server (ETIMEDOUT)")
        case "ENOTCONN", "ENXIO", "ECONNABORTED":
            self.init(.unavailable, "the provider is gone (\(error.name))")
        default:
            self =
                error.shortage.map(ImportProblem.init(outOf:))
                ?? ImportProblem(.unavailable, "the provider failed with \(error)")
        }
    }

    /// What it means that a process can't be started.
    init(starting program: String, _ error: Errno) {
        let shortage = error == .wouldBlock ? "processes" : error.shortage
        self =
            shortage.map(ImportProblem.init(outOf:))
            ?? ImportProblem(.internal, "\(program) can't be started: \(error)")
    }

    /// Something of which this computer will have more when others have ended.
    init(outOf shortage: String) {
        self.init(.busy, "this computer is out of \(shortage)")
    }
}

extension ImportFailure {
    /// Whether the library's disk had no room for the document.
    var isForLackOfRoom: Bool { problem == .diskIsFull }
}
