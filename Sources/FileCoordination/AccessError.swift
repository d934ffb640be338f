#if os(Linux)
import ControlProtocol
import Foundation
import SystemIO

/// Errors as an app on Apple's systems sees them: a Cocoa or file provider code, the POSIX error beneath
/// (file-access-semantics a11, a13, section e).
enum AccessError {
    /// The rule that injected the failure, in an error's user info.
    static let ruleKey = "fpsim.rule"

    static func error(for failure: ControlFailure, url: URL?) -> NSError {
        var info: [String: Any] = [NSLocalizedFailureReasonErrorKey: failure.message]
        if let url {
            info[NSURLErrorKey] = url
            info[NSFilePathErrorKey] = url.path
        }
        if let rule = failure.rule { info[ruleKey] = rule }
        let posix = failure.errno.flatMap(Errno.init(name:)).map {
            NSError(domain: NSPOSIXErrorDomain, code: Int($0.rawValue))
        }
        switch failure.domain {
        case ControlFailure.cocoaDomain, ControlFailure.fileProviderDomain:
            if let posix { info[NSUnderlyingErrorKey] = posix }
            return NSError(domain: failure.domain, code: failure.code, userInfo: info)
        default:
            if failure.protocolCode == .noSuchItem {
                info[NSUnderlyingErrorKey] = NSError(
                    domain: NSPOSIXErrorDomain, code: Int(Errno.noSuchFile.rawValue))
                return NSError(
                    domain: NSCocoaErrorDomain, code: CocoaError.fileReadNoSuchFile.rawValue, userInfo: info)
            }
            // What else is wrong with the conversation is no concern of an app's: it can't read the file.
            info[NSUnderlyingErrorKey] = posix ?? NSError(domain: failure.domain, code: failure.code)
            let code = cocoaCode(reading: failure.errno.flatMap(Errno.init(name:)) ?? .ioError)
            return NSError(domain: NSCocoaErrorDomain, code: code.rawValue, userInfo: info)
        }
    }

    /// An app's error, such as a presenter's, on its way to another process.
    static func failure(for error: any Error) -> ControlFailure {
        let bridged = error as NSError
        return ControlFailure(domain: bridged.domain, code: bridged.code, message: bridged.localizedDescription)
    }

    /// What Foundation makes of an errno while reading. By symbol: the numbers differ between systems.
    static func cocoaCode(reading errno: Errno) -> CocoaError.Code {
        switch errno {
        case .notPermitted, .permissionDenied: .fileReadNoPermission
        case .noSuchFile: .fileReadNoSuchFile
        case .nameTooLong: .fileReadInvalidFileName
        default: .fileReadUnknown
        }
    }

    static func cocoaCode(writing errno: Errno) -> CocoaError.Code {
        switch errno {
        case .notPermitted, .permissionDenied: .fileWriteNoPermission
        case .noSuchFile: .fileNoSuchFile
        case .nameTooLong: .fileWriteInvalidFileName
        case .fileExists: .fileWriteFileExists
        case .noSpace, .quotaExceeded: .fileWriteOutOfSpace
        case .readOnlyFileSystem: .fileWriteVolumeReadOnly
        default: .fileWriteUnknown
        }
    }

    static func error(_ code: CocoaError.Code, _ errno: Errno, url: URL) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code.rawValue,
            userInfo: [
                NSURLErrorKey: url, NSFilePathErrorKey: url.path,
                NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(errno.rawValue)),
            ])
    }
}

extension ControlFailure {
    /// Apple's coordinators would hang here for ever; a test is better served by an error.
    static let deadlock = ControlFailure(
        domain: posixDomain, code: Int(Errno.deadlock.rawValue), errno: Errno.deadlock.name,
        message: "Coordinated accesses would wait for each other for ever.")
    static let presenterFailed = ControlFailure(
        domain: cocoaDomain, code: CocoaError.fileReadUnknown.rawValue, message: "A file presenter failed.")
}

extension Errno {
    fileprivate static let quotaExceeded = Errno(name: "EDQUOT") ?? .noSpace
}
#endif
