/// Whether the server is still there, for work that comes back to its loop from another thread.
///
/// The server keeps one for all such work. The runtime's record of weak references hangs from an object by a pointer that
/// carries marks, so LeakSanitizer takes it for lost unless a weak reference that can be reached points to it too.
final class ServerReference {
    weak var server: ProviderServer?

    init(_ server: ProviderServer) { self.server = server }
}
