import CPNG
import CTurboJPEG
import CZip
import FoundationEssentials
import Glibc

/// Documents of other types than PDF, written by the libraries of those types.
enum SampleContent {
    private static let (width, height) = (64, 48)
    private static var pixels: [UInt8] { (0..<(width * height)).map { UInt8(truncatingIfNeeded: $0 * 31) } }

    static func png() -> [UInt8] {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        (image.width, image.height) = (UInt32(width), UInt32(height))
        image.format = UInt32(PNG_FORMAT_GRAY)
        var size = 1 << 16
        var bytes = [UInt8](repeating: 0, count: size)
        let pixels = pixels
        _ = png_image_write_to_memory(&image, &bytes, &size, 0, pixels, 0, nil)
        return Array(bytes[..<size])
    }

    static func jpeg() -> [UInt8] {
        let encoder = tjInitCompress()
        defer { tjDestroy(encoder) }
        var start: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let pixels = pixels
        tjCompress2(
            encoder, pixels, Int32(width), 0, Int32(height), Int32(TJPF_GRAY.rawValue), &start, &size,
            Int32(TJSAMP_GRAY.rawValue), 90, 0)
        defer { tjFree(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(size)))
    }

    /// An image of four inks, as printers get it.
    static let jpegOfInks = decoded(
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwCgbniMeGSgjIKMtKqgvvD///Dc3PD/////////////////////////////////////////\
        /////////////////8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAMC/8QAFBABAAAAAAAAAAAAAAAA\
        AAAAAP/aAA4EQwBNAFkASwAAPwBiKM//2Q==
        """)

    /// A picture of 64 by 64 red dots, as x265 makes it: in rows that threads may share.
    static let heic = decoded(
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA\
        ACJpbG9jAAAAAERAAAEAAQAAAAABegABAAAAAAAAABgAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt\
        AAAAAAABAAAA1mlwcnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA\
        AAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xy\
        bmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAACBt\
        ZGF0AAAAFCgBrwQY/Hk46//5kI/PwFwqxHQ4
        """)

    private static func decoded(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64)!) }

    /// A book with all that makes it one.
    static let book: [(name: String, content: String)] = [
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", "<container><rootfile full-path = 'book/a.opf'/></container>\n"),
        ("book/a.opf", "\u{FEFF}<package/>"),
    ]

    /// An office document with all that makes it one.
    static func office(_ mainPart: String, types: String = "<Types/>") -> [UInt8] {
        zip([("[Content_Types].xml", types), ("_rels/.rels", "<r/>"), (mainPart, "<d/>")])
    }

    /// A ZIP archive, which is an EPUB or an office document by what is in it.
    static func zip(_ files: [(name: String, content: String)]) -> [UInt8] {
        let source = zip_source_buffer_create(nil, 0, 0, nil)
        zip_source_keep(source)
        let archive = zip_open_from_source(source, ZIP_TRUNCATE, nil)
        for file in files {
            let content = Array(file.content.utf8)
            // libzip reads the content when it closes the archive, and frees this copy; one of nothing it would forget.
            let copy = content.isEmpty ? nil : malloc(content.count)
            copy?.copyMemory(from: content, byteCount: content.count)
            let data = zip_source_buffer(archive, copy, UInt64(content.count), 1)
            let index = zip_file_add(archive, file.name, data, 0)
            zip_set_file_compression(archive, UInt64(index), ZIP_CM_STORE, 0)
        }
        zip_close(archive)
        defer { zip_source_free(source) }
        zip_source_open(source)
        defer { zip_source_close(source) }
        var status = zip_stat_t()
        zip_source_stat(source, &status)
        var bytes = [UInt8](repeating: 0, count: Int(status.size))
        zip_source_read(source, &bytes, status.size)
        return bytes
    }
}
