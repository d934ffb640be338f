/// A copy of a picked item that is no import, such as the export of a reference: made under scope and coordination,
/// and proven whole, as an import's is.
package struct ItemCopy: Sendable {
    package let size: Int64
    /// Lowercase hexadecimal SHA-256 of the copy's bytes.
    package let sha256: String

    /// Copies the item, on the calling thread.
    /// - Parameters:
    ///   - target: makes the file that gets the bytes, once the item is open.
    ///   - settled: is called when the copy is whole, before the item is given back.
    /// - Throws: `ImportFailure`; what was copied until then is the caller's to remove.
    package init(
        of source: any ImportSource, _ control: ImportControl,
        to target: () throws(ImportProblem) -> any StagedDocument, settled: () -> Void = {}
    ) throws(ImportFailure) {
        defer { control.finish() }
        do throws(ImportProblem) {
            self = try source.read(control) { (reader) throws(ImportProblem) in
                let copying = try CopyLoop(reader: reader, control: control)
                _ = try copying.readHead()
                let document = try target()
                let size = try copying.copy(to: document)
                let digest = document.finishDigest()
                try copying.proveWhole(size: size, sha256: digest)
                try document.synchronize()
                settled()
                return ItemCopy(size: size, sha256: digest)
            }
        } catch {
            throw ImportFailure(document: source.displayName, phase: control.progress.phase, problem: error)
        }
    }

    private init(size: Int64, sha256: String) {
        self.size = size
        self.sha256 = sha256
    }
}
