import SystemIO

/// An error as an app meets it when it asks for coordinated access: a domain and code of Apple's, and what a plain
/// system call gets instead (file-access-semantics, part e).
package enum ProviderError: String, CaseIterable, Hashable, Sendable {
    case notAuthenticated = "not-authenticated"
    case filenameCollision = "filename-collision"
    case insufficientQuota = "insufficient-quota"
    case serverUnreachable = "server-unreachable"
    case noSuchItem = "no-such-item"
    case providerNotFound = "provider-not-found"
    case cannotSynchronize = "cannot-synchronize"
    case unsyncedEdits = "unsynced-edits"
    case nonEvictable = "non-evictable"
    case versionNoLongerAvailable = "version-no-longer-available"
    case excludedFromSync = "excluded-from-sync"
    case domainDisabled = "domain-disabled"
    case domainTemporarilyUnavailable = "domain-temporarily-unavailable"
    case extensionNotFound = "extension-not-found"
    case connectionInterrupted = "connection-interrupted"
    case connectionInvalid = "connection-invalid"
    case badReply = "bad-reply"
    case ubiquitousUnavailable = "ubiquitous-unavailable"
    case ubiquitousNotUploaded = "ubiquitous-not-uploaded"
    case ubiquitousServerUnavailable = "ubiquitous-server-unavailable"
    case userCancelled = "user-cancelled"
    case readNoPermission = "read-no-permission"
    case launchServicesUnknown = "launch-services-unknown"

    package var domain: String {
        switch self {
        case .connectionInterrupted, .connectionInvalid, .badReply, .ubiquitousUnavailable, .ubiquitousNotUploaded,
            .ubiquitousServerUnavailable, .userCancelled, .readNoPermission:
            "NSCocoaErrorDomain"
        case .launchServicesUnknown: "NSOSStatusErrorDomain"
        default: "NSFileProviderErrorDomain"
        }
    }

    package var code: Int {
        switch self {
        case .notAuthenticated: -1000
        case .filenameCollision: -1001
        case .insufficientQuota: -1003
        case .serverUnreachable: -1004
        case .noSuchItem: -1005
        case .providerNotFound: -2001
        case .cannotSynchronize: -2005
        case .unsyncedEdits: -2007
        case .nonEvictable: -2008
        case .versionNoLongerAvailable: -2009
        case .excludedFromSync: -2010
        case .domainDisabled: -2011
        case .domainTemporarilyUnavailable: -2012
        case .extensionNotFound: -2014
        case .connectionInterrupted: 4097
        case .connectionInvalid: 4099
        case .badReply: 4101
        case .ubiquitousUnavailable: 4353
        case .ubiquitousNotUploaded: 4354
        case .ubiquitousServerUnavailable: 4355
        case .userCancelled: 3072
        case .readNoPermission: 257
        case .launchServicesUnknown: -10810
        }
    }

    /// What a plain system call fails with.
    package var errno: Errno {
        switch self {
        case .filenameCollision: .fileExists
        case .insufficientQuota: .noSpace
        case .noSuchItem, .versionNoLongerAvailable: .stale
        case .unsyncedEdits, .nonEvictable: Errno(name: "EBUSY")!
        case .userCancelled: .cancelled
        case .readNoPermission: .notPermitted
        case .launchServicesUnknown: .ioError
        default: .timedOut
        }
    }

    package init?(domain: String, code: Int) {
        guard let match = ProviderError.allCases.first(where: { $0.domain == domain && $0.code == code }) else {
            return nil
        }
        self = match
    }
}
