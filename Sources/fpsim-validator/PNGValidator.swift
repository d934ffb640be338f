import CPNG
import ImportCore

/// PNG: every chunk by its checksum up to the last one, then all pixels through libpng.
enum PNGValidator {
    static func judge(_ bytes: UnsafeRawBufferPointer) -> ValidationReply {
        guard endsWithItsLastChunk(bytes) else {
            return ValidationReply(
                .invalid, .png, "the image is cut or damaged: a chunk is missing or has a wrong checksum")
        }
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
            return ValidationReply(.invalid, .png, "it is no PNG image that can be opened: \(message(image))")
        }
        // One byte a pixel, which is enough to have all of them decoded.
        image.format = UInt32(PNG_FORMAT_GRAY)
        let size = Int(image.width) * Int(image.height)
        guard size <= PixelLimit.count else {
            return ValidationReply(.unsafe, .png, "the image is larger than \(PixelLimit.count) pixels")
        }
        let pixels = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 16)
        defer { pixels.deallocate() }
        guard png_image_finish_read(&image, nil, pixels, Int32(image.width), nil) != 0 else {
            return ValidationReply(.invalid, .png, "its pixels can't be decoded: \(message(image))")
        }
        return ValidationReply(.valid, .png)
    }

    /// libpng is content with an image whose end is missing.
    private static func endsWithItsLastChunk(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            let end = offset + 12 + length
            guard end <= bytes.count else { return false }
            let checked = UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(end - 4)])
            let stated = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: end - 4, as: UInt32.self))
            guard CRC32.of(checked) == stated else { return false }
            if checked.starts(with: "IEND".utf8) { return true }
            offset = end
        }
        return false
    }

    private static func message(_ image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// How many pixels are decoded: more would not fit into the memory that a validator may have.
enum PixelLimit {
    static let count = 300_000_000
}
