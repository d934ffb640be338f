#if os(Linux)
import Foundation

/// The domain of a file provider's errors.
public let NSFileProviderErrorDomain = "NSFileProviderErrorDomain"

/// An error of the file provider whose item it is (file-access-semantics, section e). An app on Apple's systems meets
/// these codes in an `NSError`; here too, and `catch NSFileProviderError.serverUnreachable` matches such an error.
public struct NSFileProviderError: CustomNSError, Hashable, Sendable {
    public enum Code: Int, Hashable, Sendable {
        case notAuthenticated = -1000
        case filenameCollision = -1001
        case syncAnchorExpired = -1002
        case insufficientQuota = -1003
        case serverUnreachable = -1004
        case noSuchItem = -1005
        case deletionRejected = -1006
        case directoryNotEmpty = -1007
        case providerNotFound = -2001
        case providerTranslocated = -2002
        case olderExtensionVersionRunning = -2003
        case newerExtensionVersionFound = -2004
        case cannotSynchronize = -2005
        case nonEvictableChildren = -2006
        case unsyncedEdits = -2007
        case nonEvictable = -2008
        case versionNoLongerAvailable = -2009
        case excludedFromSync = -2010
        case domainDisabled = -2011
        case providerDomainTemporarilyUnavailable = -2012
        case providerDomainNotFound = -2013
        case applicationExtensionNotFound = -2014
        case localVersionConflictingWithServer = -2015
    }

    public let code: Code
    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { NSFileProviderErrorDomain }
    public var errorCode: Int { code.rawValue }

    public static var notAuthenticated: Code { .notAuthenticated }
    public static var filenameCollision: Code { .filenameCollision }
    public static var insufficientQuota: Code { .insufficientQuota }
    public static var serverUnreachable: Code { .serverUnreachable }
    public static var noSuchItem: Code { .noSuchItem }
    public static var providerNotFound: Code { .providerNotFound }
    public static var cannotSynchronize: Code { .cannotSynchronize }
}

extension NSFileProviderError.Code {
    /// Lets `catch NSFileProviderError.serverUnreachable` match.
    public static func ~= (code: NSFileProviderError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == NSFileProviderErrorDomain && error.code == code.rawValue
    }
}
#endif
