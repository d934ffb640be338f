import FileCoordination

/// An importer in the form that iOS code usually has. Only the import line knows where it runs.
struct OrdinaryImporter {
    enum ImportError: Error {
        case accessDenied
    }

    let library: URL

    func importDocument(at url: URL) throws -> URL {
        guard url.startAccessingSecurityScopedResource() else { throw ImportError.accessDenied }
        defer { url.stopAccessingSecurityScopedResource() }
        return try coordinatedCopy(of: url)
    }

    /// For URLs that may have no scope, such as copies in the inbox.
    func importDocumentLeniently(at url: URL) throws -> URL {
        let isScoped = url.startAccessingSecurityScopedResource()
        defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
        return try coordinatedCopy(of: url)
    }

    private func coordinatedCopy(of url: URL) throws -> URL {
        var coordinationError: NSError?
        var copyError: (any Error)?
        let destination = library.appendingPathComponent(UUID().uuidString).appendingPathExtension(url.pathExtension)
        let coordinator = NSFileCoordinator(filePresenter: nil)
        coordinator.coordinate(readingItemAt: url, options: [], error: &coordinationError) { newURL in
            do {
                try FileManager.default.copyItem(at: newURL, to: destination)
            } catch {
                copyError = error
            }
        }
        if let coordinationError { throw coordinationError }
        if let copyError { throw copyError }
        return destination
    }
}
