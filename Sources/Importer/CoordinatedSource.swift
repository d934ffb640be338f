import ControlProtocol
import FileCoordination
import Foundation
import ImportCore
import SystemIO

/// An item of a file provider, read as an app has to: its security scope around everything, and a coordinated read,
/// whose accessor says where the item is by then.
public struct CoordinatedSource: ImportSource {
    public let displayName: DisplayName
    public let origin: String
    public let provider: String?
    let url: URL

    /// - Parameters:
    ///   - url: what the picker gave; a URL that was rebuilt from its path has no scope.
    ///   - provider: what stands for the item's provider; nil for the mount that it is on.
    public init(url: URL, provider: String? = nil) {
        self.url = url
        let path = url.pathBytes
        self.provider = provider ?? ProviderMount.locate(path).map { DisplayName(bytes: $0.mount.mountpoint).text }
        displayName = DisplayName(pathBytes: path)
        // The query holds the scope's token, which is never written down.
        origin = DisplayName(bytes: path).text
    }

    public func startAccess() -> Bool { url.startAccessingSecurityScopedResource() }
    public func stopAccess() { url.stopAccessingSecurityScopedResource() }

    public func coordinateRead(
        _ control: ImportControl, accessor: (any SourceItem) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        let coordinator = NSFileCoordinator()
        let probe = provider.map { _ in DownloadProbe(path: url.pathBytes, control: control) }
        defer { probe?.stop() }
        let cancel: @Sendable () -> Void = { coordinator.cancel() }
        try control.waiting(interrupt: cancel) { () throws(ImportProblem) in
            var refusal: NSError?
            var problem: ImportProblem?
            coordinator.coordinate(readingItemAt: url, options: .withoutChanges, error: &refusal) { current in
                probe?.stop()
                do throws(ImportProblem) {
                    try accessor(FileItem(path: current.pathBytes, isOnProvider: true))
                } catch {
                    problem = error
                }
            }
            if let problem { throw problem }
            if let refusal { throw ImportProblem(coordination: refusal) }
        }
    }
}

extension URL {
    /// The path as the file system has it: bytes, which need not be UTF-8. Foundation's own file system representation
    /// has none for those that aren't.
    var pathBytes: [UInt8] { PickedURL(absoluteURL.absoluteString)?.path ?? [] }
}

extension ImportProblem {
    /// What a coordinated read that wasn't granted means: by the POSIX error beneath, where there is one, else by the
    /// provider's code.
    init(coordination error: NSError) {
        if error.domain == NSFileProviderErrorDomain {
            self.init(provider: error)
        } else if let beneath = error.posixErrorBeneath {
            self.init(source: beneath)
        } else {
            switch (error.domain, error.code) {
            case (NSCocoaErrorDomain, CocoaError.Code.fileReadNoPermission.rawValue):
                self.init(.access, "there is no permission to read it")
            case (NSCocoaErrorDomain, CocoaError.Code.fileReadNoSuchFile.rawValue),
                (NSCocoaErrorDomain, CocoaError.Code.fileNoSuchFile.rawValue):
                self.init(.missing, "it is no longer where it was picked: it was moved, renamed or deleted")
            case (NSCocoaErrorDomain, CocoaError.Code.userCancelled.rawValue):
                self.init(.unavailable, "the provider gave the request up")
            default:
                self.init(.unavailable, "the provider refused: \(error.localizedDescription)")
            }
        }
    }

    private init(provider error: NSError) {
        switch NSFileProviderError.Code(rawValue: error.code) {
        case .notAuthenticated:
            self.init(.unavailable, "the provider has nobody signed in")
        case .serverUnreachable:
            self.init(.unavailable, "the provider could not reach its server")
        case .noSuchItem, .versionNoLongerAvailable:
            self.init(.missing, "the provider no longer has it")
        case .providerNotFound, .providerDomainNotFound, .applicationExtensionNotFound:
            self.init(.unavailable, "the provider is gone")
        default:
            self.init(.unavailable, "the provider refused: \(error.localizedDescription)")
        }
    }
}

extension NSError {
    /// The POSIX error that this one is, or that is beneath it.
    fileprivate var posixErrorBeneath: Errno? {
        var error: NSError? = self
        while let current = error {
            if current.domain == NSPOSIXErrorDomain { return Errno(rawValue: CInt(current.code)) }
            error = current.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        return nil
    }
}
