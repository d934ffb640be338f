import ImportCore
import SystemIO

/// Copies a document out of a library, under the name that the person knows.
public struct DocumentExport: Sendable {
    private let library: DocumentLibrary

    public init(from library: DocumentLibrary) {
        self.library = library
    }

    /// Copies the entry's document into a folder. Nothing there is overwritten: a second one of the same name gets a
    /// number. The copy has the checksum of what was imported, or there is none.
    /// - Returns: the copy's name.
    /// - Throws: `LibraryError`.
    public func export(_ entry: LibraryEntry, to folder: String) throws(LibraryError) -> DisplayName {
        let source = try library.openDocument(entry)
        let name: FileName
        do throws(Errno) {
            let target = try FileDescriptor.workingDirectory.open(folder, [.readOnly, .directory])
            let created = try Self.create(entry.displayName, in: target.borrowed)
            name = created.name
            let digest = try Self.copy(source.borrowed, to: created.file.borrowed)
            guard digest == entry.sha256 else {
                try? name.withCString { (name) throws(Errno) in try target.borrowed.unlink(name) }
                throw Errno.ioError
            }
            try created.file.borrowed.synchronize()
            try target.borrowed.synchronize()
        } catch {
            let reason = error == .ioError ? "the document's bytes are not those that were imported" : "\(error)"
            throw .failed(
                path: library.path, reason: "“\(entry.displayName.printable)” can't be exported to \(folder): \(reason)"
            )
        }
        try? library.store.note(entry.id, "exported", DisplayName(bytes: name.bytes).text)
        return DisplayName(bytes: name.bytes)
    }

    private struct Created: ~Copyable {
        let name: FileName
        let file: OwnedFileDescriptor
    }

    private static func create(_ wanted: DisplayName, in folder: FileDescriptor) throws(Errno) -> Created {
        for number in 1... {
            let name = FileName(bytes: ExportName.bytes(for: wanted, number: number))
            do throws(Errno) {
                let file = try name.withCString { (name) throws(Errno) in
                    try folder.open(name, [.writeOnly, .create, .exclusive, .noFollow], permissions: 0o666).release()
                }
                return Created(name: name, file: OwnedFileDescriptor(owning: file))
            } catch  where error == .fileExists && number < 10_000 {}
        }
        throw Errno.fileExists
    }

    static func copy(_ source: FileDescriptor, to target: FileDescriptor) throws(Errno) -> String {
        let digest = SHA256Digest()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return digest.finish() }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(piece)
            try target.writeAll(piece)
        }
    }
}

/// A display name as a file's name: the same bytes where a file can have them.
enum ExportName {
    /// The longest name that Linux file systems take, in bytes.
    private static let limit = 255

    /// - Parameter number: 1 for the name itself, 2 for the first that has a number before its extension.
    static func bytes(for name: DisplayName, number: Int) -> [UInt8] {
        var bytes = name.bytes.map { $0 == UInt8(ascii: "/") || $0 == 0 ? UInt8(ascii: "_") : $0 }
        if bytes.isEmpty || bytes == Array(".".utf8) || bytes == Array("..".utf8) { bytes = Array("document".utf8) }
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 && bytes.count - $0 <= 17 ? $0 : nil }
        let suffix = Array((number == 1 ? "" : " (\(number))").utf8) + bytes[(dot ?? bytes.count)...]
        let stem = bytes[..<(dot ?? bytes.count)]
        return Array(cut(stem, to: limit - suffix.count)) + suffix
    }

    /// Cuts before a character, and not in it.
    private static func cut(_ stem: ArraySlice<UInt8>, to length: Int) -> ArraySlice<UInt8> {
        guard stem.count > length else { return stem }
        var end = stem.startIndex + length
        while end > stem.startIndex, stem[end] & 0xC0 == 0x80 { end -= 1 }
        return stem[..<end]
    }
}
