import CZip
import Glibc

/// libzip, loaded when the first document needs it: loading it takes longer than to judge a small PDF.
struct ZIPLibrary {
    nonisolated(unsafe) private static let library = dlopen("libzip.so.4", RTLD_NOW)
    /// nil: it isn't installed.
    static let shared = library == nil ? nil : ZIPLibrary()

    let sourceBufferCreate = fpsim_zip_source_buffer_create(library)!
    let openFromSource = fpsim_zip_open_from_source(library)!
    let errorStrerror = fpsim_zip_error_strerror(library)!
    let discard = fpsim_zip_discard(library)!
    let getNumEntries = fpsim_zip_get_num_entries(library)!
    let statIndex = fpsim_zip_stat_index(library)!
    let fopenIndex = fpsim_zip_fopen_index(library)!
    let getError = fpsim_zip_get_error(library)!
    let strerror = fpsim_zip_strerror(library)!
    let fclose = fpsim_zip_fclose(library)!
    let fread = fpsim_zip_fread(library)!
    let fileStrerror = fpsim_zip_file_strerror(library)!
    let nameLocate = fpsim_zip_name_locate(library)!
    let fopen = fpsim_zip_fopen(library)!

    private init() {}
}
