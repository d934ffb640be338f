import CCrypto
import SystemIO

/// What the judges know of some bytes: their SHA-256, their number, and what they look like.
package struct ContentDigest: Hashable, Sendable {
    /// Lowercase hexadecimal.
    package let sha256: String
    package let size: Int64
    /// PDF, HTML, …, empty, or data.
    package let type: String

    package init(of bytes: [UInt8]) {
        var hash = RunningHash()
        bytes.withUnsafeBytes { hash.update($0) }
        sha256 = hash.finish()
        size = Int64(bytes.count)
        type = Self.type(of: bytes.prefix(1024))
    }

    /// Reads the file to its end, in constant memory.
    /// - Throws: `Errno`.
    package init(reading descriptor: FileDescriptor) throws(Errno) {
        var hash = RunningHash()
        var head: [UInt8] = []
        var total: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try descriptor.read(into: buffer)
            if count == 0 { break }
            let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(chunk)
            if head.count < 1024 { head.append(contentsOf: chunk.prefix(1024 - head.count)) }
            total += Int64(count)
        }
        sha256 = hash.finish()
        size = total
        type = Self.type(of: head[...])
    }

    /// By the first bytes, as file(1) does; a judge's own look, independent of any importer's validator.
    static func type(of head: ArraySlice<UInt8>) -> String {
        if head.isEmpty { return "empty" }
        if contains(head, "%PDF-") { return "PDF" }
        let signatures: [(String, [UInt8])] = [
            ("PNG", [0x89, 0x50, 0x4E, 0x47]), ("JPEG", [0xFF, 0xD8, 0xFF]), ("ZIP", [0x50, 0x4B, 0x03, 0x04]),
        ]
        for (name, signature) in signatures where head.starts(with: signature) { return name }
        let text = head.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        if text.first == UInt8(ascii: "<") { return "HTML" }
        return head.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 } ? "text" : "data"
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
        let word = Array(word.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: word) }
    }
}

/// SHA-256, piece by piece.
private struct RunningHash: ~Copyable {
    private let context = EVP_MD_CTX_new()

    init() {
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    mutating func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &digest, nil)
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
