import CHEIF
import Glibc

/// libheif, loaded when the first document needs it: loading it takes longer than to judge a small PDF.
struct HEIFLibrary {
    nonisolated(unsafe) private static let library = dlopen("libheif.so.1", RTLD_NOW)
    /// nil: it isn't installed.
    static let shared = library == nil ? nil : HEIFLibrary()

    let contextAlloc = fpsim_heif_context_alloc(library)!
    let contextFree = fpsim_heif_context_free(library)!
    let contextSetMaxDecodingThreads = fpsim_heif_context_set_max_decoding_threads(library)!
    let contextReadFromMemoryWithoutCopy = fpsim_heif_context_read_from_memory_without_copy(library)!
    let contextGetPrimaryImageHandle = fpsim_heif_context_get_primary_image_handle(library)!
    let imageHandleRelease = fpsim_heif_image_handle_release(library)!
    let imageHandleGetWidth = fpsim_heif_image_handle_get_width(library)!
    let imageHandleGetHeight = fpsim_heif_image_handle_get_height(library)!
    let decodeImage = fpsim_heif_decode_image(library)!
    let imageRelease = fpsim_heif_image_release(library)!

    private init() {}
}
