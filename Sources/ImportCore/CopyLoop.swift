import Glibc

/// Copies an item's bytes and proves that they are all of one version: no parser can tell that. The length that the
/// provider states is held against the bytes that came; identity, size, time and version before against those after;
/// and a checksum where the provider states one. Where it states none, a second read has to give the same bytes: then
/// there was a moment between the two at which the document was what was copied. No time says that: a program that
/// writes a file by mmap(2) changes it when it likes.
final class CopyLoop {
    /// What the provider said of the item when it was opened.
    let before: SourceAttributes
    private let reader: any SourceReader
    private let control: ImportControl
    private let buffer: UnsafeMutableRawBufferPointer
    private var headLength = 0
    /// Whether the buffer still holds the document, all of it.
    private var holdsAll = false

    /// - Throws: `ImportProblem`.
    init(reader: any SourceReader, control: ImportControl) throws(ImportProblem) {
        self.reader = reader
        self.control = control
        before = try reader.attributes(control)
        // Small documents come in one read and one more that finds the end.
        buffer = CopyBuffers.shared.take(for: before.size)
    }

    deinit {
        CopyBuffers.shared.giveBack(buffer)
    }

    private var expected: Int64? { before.size > 0 ? before.size : nil }

    /// The document's first bytes, before anything is recorded of it.
    /// - Throws: `ImportProblem`, of kind `empty` when there is no byte and none was stated.
    func readHead() throws(ImportProblem) -> [UInt8] {
        headLength = try reader.read(into: buffer, at: 0, control)
        try control.advance(to: Int64(headLength), of: expected)
        if headLength == 0 {
            let after = try reader.attributes(control)
            if after.size == 0, before.size == 0 { throw ImportProblem(.empty, "it holds no byte") }
            try requireUnchanged(after)
            throw tooShort(0)
        }
        return Array(UnsafeRawBufferPointer(rebasing: buffer[..<min(headLength, 4096)]))
    }

    /// Copies everything, whatever size was stated.
    /// - Returns: the number of bytes.
    func copy(to document: any StagedDocument) throws(ImportProblem) -> Int64 {
        var offset = Int64(headLength)
        try document.write(UnsafeRawBufferPointer(rebasing: buffer[..<headLength]))
        while true {
            let count = try reader.read(into: buffer, at: offset, control)
            if count == 0 {
                holdsAll = offset == Int64(headLength)
                return offset
            }
            try document.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
            try control.advance(to: offset, of: expected)
        }
    }

    /// - Throws: `ImportProblem` of kind `changed` or `incomplete` when the copy is not provably one whole version.
    func proveWhole(size: Int64, sha256: String) throws(ImportProblem) {
        let after = try reader.attributes(control)
        try requireUnchanged(after)
        if let stated = after.sha256 {
            guard stated == sha256 else {
                throw ImportProblem(
                    .incomplete, "the bytes that came are not those that the provider states a checksum of")
            }
            return
        }
        // Providers state 0 for what they hadn't downloaded when asked. Then nothing says how long the document is,
        // and only the second read can tell that the first one got all of it.
        guard after.size == size || after.size == 0 else { throw tooShort(size) }
        try requireSameBytesAgain(size: size, document: sha256)
    }

    private func requireUnchanged(_ after: SourceAttributes) throws(ImportProblem) {
        if (after.device, after.inode) != (before.device, before.inode) || after.version != before.version {
            throw ImportProblem(.changed, "it was replaced by another version while it was read")
        }
        if after.size != before.size, before.size != 0 {
            throw ImportProblem(
                .changed, "its size changed from \(before.size) to \(after.size) bytes while it was read")
        }
        if after.modified != before.modified {
            throw ImportProblem(.changed, "it was changed while it was read")
        }
    }

    private func tooShort(_ size: Int64) -> ImportProblem {
        if size > before.size {
            return ImportProblem(
                .incomplete, "the provider states \(before.size) bytes, and more came, so what is whole can't be told")
        }
        return ImportProblem(.incomplete, "only \(size) of \(before.size) bytes came")
    }

    private func requireSameBytesAgain(size: Int64, document: String) throws(ImportProblem) {
        if holdsAll, Int(size) < buffer.count { return try requireSameBytesAsBefore(Int(size)) }
        let digest = reader.makeDigest()
        var offset: Int64 = 0
        while true {
            let count = try reader.read(into: buffer, at: offset, control)
            if count == 0 { break }
            digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
            // The second read is progress too, though no further byte of the document.
            control.noteActivity()
            try control.checkpoint()
        }
        guard offset == size, digest.finish() == document else {
            throw ImportProblem(.incomplete, "two reads of it gave different bytes")
        }
    }

    /// The second read of a document that is in the buffer, which is compared with it and not summed up again.
    private func requireSameBytesAsBefore(_ size: Int) throws(ImportProblem) {
        let again = CopyBuffers.shared.take(for: Int64(size))
        defer { CopyBuffers.shared.giveBack(again) }
        var offset = 0
        var isSame = true
        while isSame {
            let count = try reader.read(into: again, at: Int64(offset), control)
            if count == 0 { break }
            isSame = offset + count <= size && memcmp(again.baseAddress!, buffer.baseAddress! + offset, count) == 0
            offset += count
            control.noteActivity()
            try control.checkpoint()
        }
        guard isSame, offset == size else {
            throw ImportProblem(.incomplete, "two reads of it gave different bytes")
        }
    }
}
