import CExpat
import Glibc

/// Expat, loaded when the first archive needs it.
struct ExpatLibrary {
    nonisolated(unsafe) private static let library = dlopen("libexpat.so.1", RTLD_NOW)
    /// nil: it isn't installed.
    static let shared = library == nil ? nil : ExpatLibrary()

    let parserCreate = fpsim_XML_ParserCreate(library)!
    let parserFree = fpsim_XML_ParserFree(library)!
    let setUserData = fpsim_XML_SetUserData(library)!
    let setStartElementHandler = fpsim_XML_SetStartElementHandler(library)!
    let parse = fpsim_XML_Parse(library)!

    private init() {}
}
