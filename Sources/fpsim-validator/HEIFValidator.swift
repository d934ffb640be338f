import CHEIF
import ImportCore

/// HEIF: the primary image through libheif.
enum HEIFValidator {
    static func judge(_ bytes: UnsafeRawBufferPointer) -> ValidationReply {
        guard let heif = HEIFLibrary.shared else {
            return ValidationReply(.unknown, .heif, "libheif isn't installed")
        }
        guard let context = heif.contextAlloc() else {
            return ValidationReply(.unsafe, .heif, "its parser did not start")
        }
        defer { heif.contextFree(context) }
        // The validator may start no thread.
        heif.contextSetMaxDecodingThreads(context, 0)
        var error = heif.contextReadFromMemoryWithoutCopy(context, bytes.baseAddress, bytes.count, nil)
        guard error.code == heif_error_Ok else { return refusal(error) }
        var handle: OpaquePointer?
        error = heif.contextGetPrimaryImageHandle(context, &handle)
        guard error.code == heif_error_Ok, let handle else { return refusal(error) }
        defer { heif.imageHandleRelease(handle) }
        let size = Int(heif.imageHandleGetWidth(handle)) * Int(heif.imageHandleGetHeight(handle))
        guard size <= PixelLimit.count / 4 else {
            return ValidationReply(.unsafe, .heif, "the image is larger than \(PixelLimit.count / 4) pixels")
        }
        var image: OpaquePointer?
        error = heif.decodeImage(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, nil)
        guard error.code == heif_error_Ok else { return refusal(error) }
        heif.imageRelease(image)
        return ValidationReply(.valid, .heif)
    }

    private static func refusal(_ error: heif_error) -> ValidationReply {
        let reason = error.message.map { String(cString: $0) } ?? "unknown error"
        return ValidationReply(.invalid, .heif, "it is no HEIF image that can be opened: \(reason)")
    }
}
