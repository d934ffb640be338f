#if os(Linux)
import ControlProtocol
import Foundation

/// How much of an item is here (file-access-semantics d1). The raw values are Apple's.
public struct URLUbiquitousItemDownloadingStatus: RawRepresentable, Hashable, Sendable {
    /// Apple's string (d1).
    public let rawValue: String
    /// A status of Apple's string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing but its attributes.
    public static let notDownloaded = Self(rawValue: "NSURLUbiquitousItemDownloadingStatusNotDownloaded")
    /// A local copy, and a newer version that isn't here.
    public static let downloaded = Self(rawValue: "NSURLUbiquitousItemDownloadingStatusDownloaded")
    /// The newest version that is known.
    public static let current = Self(rawValue: "NSURLUbiquitousItemDownloadingStatusCurrent")
}

/// What `URLResourceValues` tells of a provider's item on Apple's systems. Foundation on Linux has those properties
/// too, but they are always nil there and can't be set from outside; so they are asked by
/// `URL.ubiquitousItemResourceValues()`, under the same names (d1, d2).
public struct UbiquitousItemResourceValues: Sendable {
    /// Whether the item is a provider's.
    public let isUbiquitousItem: Bool
    /// nil for an item that isn't a provider's.
    public let ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus?
    /// Whether a download is under way (d2).
    public let ubiquitousItemIsDownloading: Bool
    /// Whether a download was asked for (d2).
    public let ubiquitousItemDownloadRequested: Bool
    /// The error of the last download that failed.
    public let ubiquitousItemDownloadingError: NSError?
    /// The provider's name.
    public let ubiquitousItemContainerDisplayName: String?
}

extension URL {
    /// The download state of a provider's item.
    /// - Throws: the provider's error.
    public func ubiquitousItemResourceValues() throws -> UbiquitousItemResourceValues {
        guard let (item, _) = FileLocation.mountItem(of: self) else {
            return UbiquitousItemResourceValues(
                isUbiquitousItem: false, ubiquitousItemDownloadingStatus: nil, ubiquitousItemIsDownloading: false,
                ubiquitousItemDownloadRequested: false, ubiquitousItemDownloadingError: nil,
                ubiquitousItemContainerDisplayName: nil)
        }
        do throws(ControlFailure) {
            let client = try MountServices.service(for: item.mount).client
            let answer = try client.call(ItemRequest(path: item.path))
            return UbiquitousItemResourceValues(
                answer, provider: client.greeting.provider,
                error: answer.downloadingError.map { AccessError.error(for: $0, url: self) })
        } catch {
            throw AccessError.error(for: error, url: self)
        }
    }
}

extension UbiquitousItemResourceValues {
    fileprivate init(_ answer: ItemRequest.Response, provider: String, error: NSError?) {
        let status: URLUbiquitousItemDownloadingStatus =
            switch answer.materialization {
            case .dataless, .materializing: .notDownloaded
            case .outdated: .downloaded
            case .materialized: .current
            }
        self.init(
            isUbiquitousItem: true, ubiquitousItemDownloadingStatus: status,
            ubiquitousItemIsDownloading: answer.materialization == .materializing,
            ubiquitousItemDownloadRequested: answer.isDownloadRequested || answer.materialization == .materializing,
            ubiquitousItemDownloadingError: error, ubiquitousItemContainerDisplayName: provider)
    }
}
#endif
