import Arguments
import ImportCore
import Importer

/// The library that a command was called with.
enum LibraryAccess {
    static let option = Option(
        "library", short: "l", placeholder: "DIR", help: "The library's folder.", completion: .directory)

    /// - Throws: `CommandFailure`.
    static func open(
        _ invocation: Invocation, _ access: DocumentLibrary.Access, spendsReserve: Bool = false
    ) throws -> DocumentLibrary {
        guard let path = invocation[option] else {
            throw CommandFailure(.usage, "no library given", remedy: "Give its folder with --library DIR.")
        }
        try requireText(path)
        do throws(LibraryError) {
            return try DocumentLibrary(at: path, access: access, spendsReserve: spendsReserve)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// For what reads, and leaves a note in the library where that can be written.
    static func openToRead(_ invocation: Invocation) throws -> DocumentLibrary {
        try (try? open(invocation, .readWrite)) ?? open(invocation, .readOnly)
    }

    /// A path of other bytes has become another one on its way here, and an empty one is a variable that wasn't set.
    static func requireText(_ path: String) throws {
        guard !path.isEmpty else { throw CommandFailure(.usage, "the path is empty") }
        guard path.contains("\u{FFFD}") else { return }
        throw CommandFailure(
            .usage, "\(path): the path isn't UTF-8, which a library's has to be", remedy: "Rename or link the folder.")
    }

    /// The library, or nil where nobody has made one yet: an importer that died before that leaves none.
    static func openIfThere(
        _ invocation: Invocation, _ access: DocumentLibrary.Access, spendsReserve: Bool = false
    ) throws -> DocumentLibrary? {
        do {
            return try open(invocation, access, spendsReserve: spendsReserve)
        } catch let failure as CommandFailure where failure.code == .noInput {
            return nil
        }
    }
}

extension CommandFailure {
    init(_ error: LibraryError) {
        let code: ExitCode =
            switch error {
            case .missing: .noInput
            case .notAFolder: .cannotCreate
            case .notALibrary: .badData
            case .newerVersion: .newerVersion
            case .busy, .outOf: .busy
            case .notPermitted: .notPermitted
            case .target, .noParent: .cannotCreate
            case .noSpace, .failed, .source: .ioError
            }
        self.init(code, error.description)
    }

    init(_ problem: ImportProblem) {
        self.init(problem.kind == .busy ? .busy : .ioError, problem.cause)
    }
}
