import CSQLite
import ImportCore

extension DatabaseError {
    /// What a code means for a library.
    enum Meaning {
        case busy
        case noSpace
        case notADatabase
        case notPermitted
        case other
    }

    var meaning: Meaning {
        if hasNoRoomForSharedMemory { return .noSpace }
        return switch primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .noSpace
        case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT: .notADatabase
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .notPermitted
        default: .other
        }
    }

    /// The failure of an import whose journal failed so.
    var problem: ImportProblem {
        switch meaning {
        case .busy: ImportProblem(.busy, "another process holds the library")
        case .noSpace: .diskIsFull
        case .notADatabase:
            ImportProblem(.storage, "the library's database is damaged", remedy: ImportProblem.Remedy.none)
        case .notPermitted: ImportProblem(.storage, "the library's database can't be written")
        case .other: ImportProblem(.storage, "the library's database failed: \(message)")
        }
    }
}
