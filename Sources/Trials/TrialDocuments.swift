import FoundationEssentials
import ProviderConfiguration
import Reporting
import SystemIO

/// The documents of a trial: the usual ones, or those of a folder, and what the provider-config asks for beside them.
package struct TrialDocuments: Sendable {
    /// A file to lay out, or a folder where `bytes` is nil.
    private struct Item: Sendable {
        let path: String
        let bytes: [UInt8]?
        let isValid: Bool
    }

    private var items: [Item]

    /// Without a folder: `Report.pdf`, about 256 KiB, so that it takes several reads, and
    /// `Invoices/Invoice 2026-01.pdf`, about 3 KiB.
    package static let usual = TrialDocuments(items: [
        Item(path: ProviderPlan.usualDocuments[0], bytes: SamplePDF.bytes(size: 256 << 10, seed: 1), isValid: true),
        Item(path: ProviderPlan.usualDocuments[1], bytes: SamplePDF.bytes(size: 3 << 10, seed: 2), isValid: true),
    ])

    private init(items: [Item]) {
        self.items = items
    }

    /// Documents that were made elsewhere: path and bytes.
    package init(_ documents: [(path: String, bytes: [UInt8], isValid: Bool)]) {
        items = documents.map { Item(path: $0.path, bytes: $0.bytes, isValid: $0.isValid) }
    }

    /// All regular files of a folder. Those beneath a folder `Odd` aren't expected to be whole documents.
    /// - Throws: `TrialFailure`: it holds none, or can't be read.
    package init(folder: String) throws(TrialFailure) {
        var tree = FileTree()
        items = []
        for file in tree.files(in: folder) where file.sha256 != nil {
            do throws(RegularFile.ReadError) {
                items.append(
                    Item(
                        path: file.path,
                        bytes: try RegularFile.content(ofPath: "\(folder)/\(file.path)", limit: 1 << 30),
                        isValid: file.type == "PDF" && !file.path.split(separator: "/").contains("Odd")))
            } catch {
                throw TrialFailure("“\(folder)/\(file.path)” can't be read: \(error)")
            }
        }
        items.removeAll { !$0.path.lowercased().hasSuffix(".pdf") }
        if items.isEmpty { throw TrialFailure("“\(folder)” holds no documents") }
    }

    /// With what a provider-config asks for.
    package func adding(_ requests: [DocumentRequest]) throws(TrialFailure) -> TrialDocuments {
        var all = self
        for (index, request) in requests.enumerated() {
            let item: Item
            switch request.content {
            case .copy(let original):
                guard let source = all.items.first(where: { $0.path.isPath(original) }) else {
                    throw TrialFailure("“\(request.path)” is to be a copy of “\(original)”, which isn't there")
                }
                item = Item(path: request.path, bytes: source.bytes, isValid: source.isValid)
            case .pdf(let size):
                let bytes = SamplePDF.bytes(size: Int(size.rawValue), seed: UInt64(100 + index))
                item = Item(path: request.path, bytes: bytes, isValid: true)
            case .bytes(let size):
                var random = SplitMix64(seed: UInt64(200 + index))
                let bytes = (0..<Int(size.rawValue)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                item = Item(path: request.path, bytes: bytes, isValid: false)
            case .folder:
                item = Item(path: request.path, bytes: nil, isValid: false)
            }
            // What is asked for takes the place of a usual one; a folder has room for it.
            all.items.removeAll { other in
                other.path.isPath(item.path)
                    || other.bytes != nil && item.path.isPath(beneath: other.path)
                    || item.bytes != nil && other.path.isPath(beneath: item.path)
            }
            all.items.append(item)
        }
        return all
    }

    /// Writes them beneath a folder of the workspace.
    /// - Returns: What the judges must know of each.
    package func layOut(in workspace: Workspace, folder: String) throws(TrialFailure) -> [TrialDocument] {
        var documents: [TrialDocument] = []
        for item in items {
            guard let bytes = item.bytes else {
                try workspace.makeFolder("\(folder)/\(item.path)")
                documents.append(TrialDocument(path: item.path, type: "folder", size: 0, sha256: "", isValid: false))
                continue
            }
            try workspace.write(bytes, to: "\(folder)/\(item.path)")
            let digest = ContentDigest(of: bytes)
            documents.append(
                TrialDocument(
                    path: item.path, type: digest.type, size: digest.size, sha256: digest.sha256,
                    isValid: item.isValid))
        }
        return documents.sorted { $0.path < $1.path }
    }
}
