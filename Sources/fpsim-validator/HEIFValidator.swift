import CHEIF
import ImportCore

/// HEIF: the primary image through libheif.
enum HEIFValidator {
    static func judge(_ bytes: UnsafeRawBufferPointer) -> ValidationReply {
        guard let context = heif_context_alloc() else {
            return ValidationReply(.unsafe, .heif, "its parser did not start")
        }
        defer { heif_context_free(context) }
        // The validator may start no thread.
        heif_context_set_max_decoding_threads(context, 0)
        var error = heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil)
        guard error.code == heif_error_Ok else { return refusal(error) }
        var handle: OpaquePointer?
        error = heif_context_get_primary_image_handle(context, &handle)
        guard error.code == heif_error_Ok, let handle else { return refusal(error) }
        defer { heif_image_handle_release(handle) }
        let size = Int(heif_image_handle_get_width(handle)) * Int(heif_image_handle_get_height(handle))
        guard size <= PixelLimit.count / 4 else {
            return ValidationReply(.unsafe, .heif, "the image is larger than \(PixelLimit.count / 4) pixels")
        }
        var image: OpaquePointer?
        error = heif_decode_image(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, nil)
        guard error.code == heif_error_Ok else { return refusal(error) }
        heif_image_release(image)
        return ValidationReply(.valid, .heif)
    }

    private static func refusal(_ error: heif_error) -> ValidationReply {
        let reason = error.message.map { String(cString: $0) } ?? "unknown error"
        return ValidationReply(.invalid, .heif, "it is no HEIF image that can be opened: \(reason)")
    }
}
