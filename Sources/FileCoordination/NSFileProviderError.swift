#if os(Linux)
import Foundation

/// The domain of a file provider's errors.
public let NSFileProviderErrorDomain = "NSFileProviderErrorDomain"

/// An error of the file provider whose item it is (file-access-semantics, section e). An app on Apple's systems meets
/// these codes in an `NSError`; here too, and `catch NSFileProviderError.serverUnreachable` matches such an error.
public struct NSFileProviderError: CustomNSError, Hashable, Sendable {
    /// The codes, with Apple's numbers (section e).
    public enum Code: Int, Hashable, Sendable {
        /// Nobody is signed in.
        case notAuthenticated = -1000
        /// The name is taken; case is ignored.
        case filenameCollision = -1001
        /// The provider's list is too old.
        case syncAnchorExpired = -1002
        /// The account is full: an upload fails.
        case insufficientQuota = -1003
        /// The provider is offline.
        case serverUnreachable = -1004
        /// The item is gone at the provider.
        case noSuchItem = -1005
        /// The provider doesn't let it be deleted.
        case deletionRejected = -1006
        /// The folder isn't empty.
        case directoryNotEmpty = -1007
        /// There is no such provider: its app is gone.
        case providerNotFound = -2001
        /// The provider's app runs from a quarantined place.
        case providerTranslocated = -2002
        /// An older extension still runs.
        case olderExtensionVersionRunning = -2003
        /// A newer extension was found.
        case newerExtensionVersionFound = -2004
        /// The provider can't synchronize.
        case cannotSynchronize = -2005
        /// The folder holds what can't be evicted (d7).
        case nonEvictableChildren = -2006
        /// There are edits that aren't uploaded (d7).
        case unsyncedEdits = -2007
        /// The item can't be evicted (d7).
        case nonEvictable = -2008
        /// The version is gone.
        case versionNoLongerAvailable = -2009
        /// The item isn't synchronized.
        case excludedFromSync = -2010
        /// The domain is off.
        case domainDisabled = -2011
        /// The domain can't be used for now.
        case providerDomainTemporarilyUnavailable = -2012
        /// There is no such domain.
        case providerDomainNotFound = -2013
        /// There is no such extension.
        case applicationExtensionNotFound = -2014
        /// The local version conflicts with the server's.
        case localVersionConflictingWithServer = -2015
    }

    /// What went wrong.
    public let code: Code
    /// An error of this code.
    public init(_ code: Code) { self.code = code }

    /// `NSFileProviderErrorDomain`.
    public static var errorDomain: String { NSFileProviderErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// For `catch NSFileProviderError.notAuthenticated`.
    public static var notAuthenticated: Code { .notAuthenticated }
    /// For `catch NSFileProviderError.filenameCollision`.
    public static var filenameCollision: Code { .filenameCollision }
    /// For `catch NSFileProviderError.insufficientQuota`.
    public static var insufficientQuota: Code { .insufficientQuota }
    /// For `catch NSFileProviderError.serverUnreachable`.
    public static var serverUnreachable: Code { .serverUnreachable }
    /// For `catch NSFileProviderError.noSuchItem`.
    public static var noSuchItem: Code { .noSuchItem }
    /// For `catch NSFileProviderError.providerNotFound`.
    public static var providerNotFound: Code { .providerNotFound }
    /// For `catch NSFileProviderError.cannotSynchronize`.
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
