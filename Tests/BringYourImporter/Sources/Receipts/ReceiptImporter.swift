import FileCoordination

public enum ReceiptImportError: LocalizedError {
    case accessDenied

    public var errorDescription: String? {
        "The file could not be opened because you don't have permission."
    }
}

/// Imports receipts that the user picked with UIDocumentPickerViewController.
public final class ReceiptImporter {
    private let store: ReceiptStore
    private let fileManager = FileManager.default

    public init(store: ReceiptStore) {
        self.store = store
    }

    public func importReceipt(from url: URL) throws -> Receipt {
        guard url.startAccessingSecurityScopedResource() else {
            throw ReceiptImportError.accessDenied
        }
        defer { url.stopAccessingSecurityScopedResource() }

        let id = UUID()
        let destination = store.fileURL(for: id, pathExtension: url.pathExtension)
        var coordinatorError: NSError?
        var copyError: Error?
        NSFileCoordinator().coordinate(readingItemAt: url, options: [], error: &coordinatorError) { newURL in
            do {
                try fileManager.copyItem(at: newURL, to: destination)
            } catch {
                copyError = error
            }
        }
        if let error = coordinatorError ?? copyError {
            throw error
        }

        let receipt = Receipt(id: id, name: url.lastPathComponent, fileName: destination.lastPathComponent)
        try store.add(receipt)
        return receipt
    }
}
