import CCrypto
import ImportCore

/// SHA-256 by OpenSSL's libcrypto, which uses the processor's own instructions where it has them.
public final class SHA256Digest: ContentDigest {
    private let context = EVP_MD_CTX_new()

    public init() {
        // Fails only when there is no memory, or no SHA-256 in a libcrypto that was built without.
        precondition(EVP_DigestInit_ex(context, Self.algorithm, nil) == 1, "libcrypto has no SHA-256")
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    public func update(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    public func finish() -> String {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { digest in
            EVP_DigestFinal_ex(context, digest.baseAddress!.assumingMemoryBound(to: UInt8.self), nil)
            return String(unsafeUninitializedCapacity: 64) { text in
                let digits = StaticString("0123456789abcdef").utf8Start
                for (index, byte) in digest.enumerated() {
                    text[2 * index] = digits[Int(byte >> 4)]
                    text[2 * index + 1] = digits[Int(byte & 15)]
                }
                return 64
            }
        }
    }

    // Fetched once: looking it up by name in OpenSSL 3 costs more than hashing a small document.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)
}
