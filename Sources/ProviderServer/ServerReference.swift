/// Whether the server is still there, for work that comes back to its loop from another thread.
///
/// No weak reference: the runtime's record of those hangs from the object by a pointer that carries marks, so that
/// LeakSanitizer takes it for lost. The server ends on the loop's thread too, and says so here.
///
/// Other threads carry it and don't look at it.
final class ServerReference: @unchecked Sendable {
    /// For the loop's thread.
    unowned(unsafe) var server: ProviderServer?

    init(_ server: ProviderServer) { self.server = server }
}
