import Arguments
import ControlProtocol
import FileCoordination
import Importer
import ProviderServer

enum PickCommand {
    private static let asCopy = Flag("as-copy", help: "Make a copy in an inbox folder, which needs no scope.")
    private static let folder = Flag("folder", help: "Pick PATH as a folder: its grant covers the whole tree.")

    static let command: Command = .init(
        name: "pick", abstract: "print the URL that the document picker gives for a file",
        discussion: """
            On a mount the URL carries a security scope, which any process of the user's can start as long as the \
            mount lives. A file that isn't on a mount is given as it is. An inbox copy is the caller's to move or \
            remove.
            """,
        options: [asCopy, folder],
        operands: [Operand("PATH", help: "The document or folder that the user chooses.")],
        examples: [
            .init("fpsim pick mnt/a.pdf", "a URL to give to an importer"),
            .init("fpsim pick --as-copy mnt/a.pdf", "a URL of a temporary copy"),
        ]
    ) { invocation in
        let path = invocation.operand("PATH")
        let url = FilePathURL.url(of: invocation.operandBytes("PATH"))
        do {
            if invocation[folder], ProviderMount.locate(AbsolutePath.of(invocation.operandBytes("PATH"))) == nil,
                ItemLook(at: ImportSources.absolute(invocation.operandBytes("PATH")))?.isFolder == false
            {
                throw CommandFailure(.usage, "'\(path)' is a file, not a folder", remedy: "Pick it without --folder.")
            }
            let picked = try DocumentPicker.pick(
                url, folder: invocation[folder], asCopy: invocation[asCopy])
            // A copy was there when it was made, and the system may have purged it already.
            guard picked.fpsimIsScoped || invocation[asCopy] || FileManager.default.fileExists(atPath: picked.path)
            else {
                throw CommandFailure(.noInput, "there is no '\(path)'")
            }
            print(picked.absoluteString)
            return .success
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            let mount = ProviderMount.locate(AbsolutePath.of(invocation.operandBytes("PATH")))?.mount
            throw mount.flatMap { CommandFailure(foreign: $0, path) } ?? AccessFailure.command(error, about: path)
        }
    }
}

/// What an app would be told, as a command's failure.
enum AccessFailure {
    static func command(_ error: any Error, about path: String) -> CommandFailure {
        let error = error as NSError
        let reason = error.userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? error.localizedDescription
        return CommandFailure(code(of: error), "'\(path)': \(reason)", remedy: remedy(for: error))
    }

    private static func code(of error: NSError) -> ExitCode {
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, CocoaError.fileReadNoSuchFile.rawValue),
            (NSCocoaErrorDomain, CocoaError.fileNoSuchFile.rawValue),
            (NSFileProviderErrorDomain, NSFileProviderError.Code.noSuchItem.rawValue):
            .noInput
        case (NSCocoaErrorDomain, CocoaError.fileReadNoPermission.rawValue): .notPermitted
        case (NSCocoaErrorDomain, CocoaError.userCancelled.rawValue): .interrupted
        default: isUnanswered(error) ? .unavailable : isUnsupported(error) ? .usage : .ioError
        }
    }

    /// A request that makes no sense, such as to pick a file as a folder.
    private static func isUnsupported(_ error: NSError) -> Bool {
        let beneath = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return beneath?.domain == ControlFailure.protocolDomain
            && beneath?.code == ControlFailure.ProtocolCode.unsupported.rawValue
    }

    private static func isUnanswered(_ error: NSError) -> Bool {
        guard let beneath = error.userInfo[NSUnderlyingErrorKey] as? NSError else { return false }
        let codes: [POSIXErrorCode] = [.ENOTCONN, .ECONNREFUSED, .ETIMEDOUT]
        return beneath.domain == NSPOSIXErrorDomain && codes.contains { Int($0.rawValue) == beneath.code }
    }

    private static func remedy(for error: NSError) -> String? {
        isUnanswered(error) ? "If its provider was killed, 'fpsim unmount' clears the mount." : nil
    }
}

extension URL {
    /// Whether the picker gave it a scope.
    fileprivate var fpsimIsScoped: Bool { query?.isEmpty == false }
}
