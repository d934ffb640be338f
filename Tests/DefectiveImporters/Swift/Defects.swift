import FileCoordination
import Glibc

/// Stops the scope, and copies after that.
final class StopsBeforeTheCopy: ExampleImporter {
    override func read(_ source: URL, to staged: URL) throws {
        if source.startAccessingSecurityScopedResource() { source.stopAccessingSecurityScopedResource() }
        var coordinationError: NSError?
        var stagingError: (any Error)?
        coordinator.coordinate(readingItemAt: source, options: [], error: &coordinationError) { item in
            do { try copy(item, to: staged) } catch { stagingError = error }
        }
        if let error = stagingError ?? coordinationError { throw error }
    }
}

/// Starts the scope and never stops it.
final class NeverStopsTheScope: ExampleImporter {
    override func read(_ source: URL, to staged: URL) throws {
        _ = source.startAccessingSecurityScopedResource()
        try super.read(source, to: staged)
    }
}

/// Reads while the provider may be writing.
final class ReadsWithoutCoordination: ExampleImporter {
    override func read(_ source: URL, to staged: URL) throws {
        let isScoped = source.startAccessingSecurityScopedResource()
        defer { if isScoped { source.stopAccessingSecurityScopedResource() } }
        phase = "stage"
        try copy(source, to: staged)
    }
}

/// Coordinates, and reads the URL that it had before instead of the one that the accessor is given.
final class IgnoresTheAccessorsURL: ExampleImporter {
    override func read(_ source: URL, to staged: URL) throws {
        let isScoped = source.startAccessingSecurityScopedResource()
        defer { if isScoped { source.stopAccessingSecurityScopedResource() } }
        phase = "coordinate"
        var coordinationError: NSError?
        var stagingError: (any Error)?
        coordinator.coordinate(readingItemAt: source, options: [], error: &coordinationError) { _ in
            phase = "stage"
            do { try copy(source, to: staged) } catch { stagingError = error }
        }
        if let error = stagingError ?? coordinationError { throw error }
    }
}

/// Copies with FileManager, which takes the end of a read for the end of the document, and validates by the name.
final class CopiesWithFileManager: ExampleImporter {
    override func copy(_ item: URL, to staged: URL) throws {
        try FileManager.default.copyItem(at: item, to: staged)
        try OpenFile(staged, O_RDONLY).synchronize()
    }

    override func validate(_ staged: URL, source: URL) throws {
        guard source.pathExtension.lowercased() == "pdf" else { throw CocoaError(.fileReadCorruptFile) }
    }
}

/// Reports its own deadline as if the user had cancelled.
final class CallsATimeoutACancel: ExampleImporter {
    override func failure(_ error: any Error) -> Failure {
        Date.now >= deadline ? Failure(phase: phase, cause: "cancelled") : super.failure(error)
    }
}
