#if os(Linux)
import ControlProtocol
import Foundation
import Synchronization
import SystemIO

/// A version of a file at one moment: Apple's class of this name, for what a provider keeps beside an item when two
/// devices changed it (file-access-semantics c7). Files outside a mount have their present version and no other.
///
/// Adding versions and `temporaryDirectoryURLForNewVersionOfItem` are macOS's alone and aren't offered.
public final class NSFileVersion: NSObject, Sendable {
    /// Where the version's bytes are: read them with coordination, and don't keep the path (c7).
    public let url: URL
    /// What the file was called.
    public let localizedName: String?
    /// The device that saved it; nil for the present version.
    public let localizedNameOfSavingComputer: String?
    /// When it was saved.
    public let modificationDate: Date?
    /// Whether it contradicts the present version.
    public let isConflict: Bool
    /// Whether its bytes are here.
    public let hasLocalContents: Bool
    private let identifier: String
    private let item: URL
    private let place: Place?
    private let resolution: Resolution

    /// How `replaceItem` goes about it.
    public struct ReplacingOptions: OptionSet, Sendable {
        /// Apple's number (c7).
        public let rawValue: UInt
        /// Options of Apple's number.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The version is gone afterwards.
        public static let byMoving = ReplacingOptions(rawValue: 1)
    }

    /// Where the mount has it; nil for a present version.
    private struct Place: Sendable {
        let mount: ProviderMount
        let path: ControlPath

        func perform(_ change: VersionChangeRequest.Change) throws(ControlFailure) {
            _ = try MountServices.service(for: mount).client.call(VersionChangeRequest(path: path, change: change))
        }
    }

    init(_ description: FileVersionDescription, ofItemAt item: URL, in service: any ClaimService) {
        let url = PresenterRegistry.url(description.path, service)
        self.url = url
        self.item = item
        localizedName = description.name
        localizedNameOfSavingComputer = description.computer
        modificationDate = Date(timeIntervalSince1970: description.modified)
        isConflict = true
        hasLocalContents = description.isLocal
        identifier = description.path.description
        place = (service as? MountService).map { Place(mount: $0.mount, path: description.path) }
        resolution = Resolution(isResolved: description.isResolved)
    }

    private init(currentOf url: URL, _ status: FileStatus) {
        self.url = url
        item = url
        localizedName = url.lastPathComponent
        localizedNameOfSavingComputer = nil
        modificationDate = Date(
            timeIntervalSince1970: Double(status.modified.seconds) + Double(status.modified.nanoseconds) / 1e9)
        isConflict = false
        hasLocalContents = true
        identifier = "current"
        place = nil
        resolution = Resolution(isResolved: true)
    }

    // MARK: Versions of an item

    /// The version that is read and written at the URL, or nil where nothing is (c7).
    public class func currentVersionOfItem(at url: URL) -> NSFileVersion? {
        guard let status = try? FileDescriptor.workingDirectory.status(of: url.path) else { return nil }
        return NSFileVersion(currentOf: url, status)
    }

    /// All others, the oldest first; nil where there is no such item (c7).
    public class func otherVersionsOfItem(at url: URL) -> [NSFileVersion]? {
        try? versions(of: url)
    }

    /// Those that contradict the present one and that nobody has resolved (c7).
    public class func unresolvedConflictVersionsOfItem(at url: URL) -> [NSFileVersion]? {
        otherVersionsOfItem(at: url)?.filter { $0.isConflict && !$0.isResolved }
    }

    /// Those whose bytes have yet to be downloaded (c7).
    /// - Parameter completionHandler: is called once, on a queue of its own, with the versions or the provider's error.
    public class func getNonlocalVersionsOfItem(
        at url: URL, completionHandler: @escaping @Sendable ([NSFileVersion]?, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do {
                completionHandler(try versions(of: url).filter { !$0.hasLocalContents }, nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Those whose bytes have yet to be downloaded (c7).
    /// - Throws: the provider's error.
    public class func nonlocalVersionsOfItem(at url: URL) async throws -> [NSFileVersion] {
        try await withCheckedThrowingContinuation { continuation in
            getNonlocalVersionsOfItem(at: url) { versions, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(versions ?? []))
            }
        }
    }

    /// The version that `persistentIdentifier` was asked of, if the item still has it (c7).
    public convenience init?(itemAt url: URL, forPersistentIdentifier persistentIdentifier: Any) {
        let text = persistentIdentifier as? NSString
        let wanted = persistentIdentifier as? String ?? text.map { String(describing: $0) }
        let all = [Self.currentVersionOfItem(at: url)].compactMap(\.self) + (Self.otherVersionsOfItem(at: url) ?? [])
        guard let found = all.first(where: { $0.identifier == wanted }) else { return nil }
        self.init(copying: found)
    }

    private init(copying other: NSFileVersion) {
        url = other.url
        item = other.item
        localizedName = other.localizedName
        localizedNameOfSavingComputer = other.localizedNameOfSavingComputer
        modificationDate = other.modificationDate
        isConflict = other.isConflict
        hasLocalContents = other.hasLocalContents
        identifier = other.identifier
        place = other.place
        resolution = other.resolution
    }

    /// Takes all versions but the present one away (c7).
    /// - Throws: the provider's error; versions before the one that failed are gone.
    public class func removeOtherVersionsOfItem(at url: URL) throws {
        for version in try versions(of: url) { try version.remove() }
    }

    private class func versions(of url: URL) throws -> [NSFileVersion] {
        guard let (item, _) = FileLocation.mountItem(of: url) else {
            guard currentVersionOfItem(at: url) != nil else {
                throw AccessError.error(.fileReadNoSuchFile, .noSuchFile, url: url)
            }
            return []
        }
        do throws(ControlFailure) {
            let service = try MountServices.service(for: item.mount)
            return try service.client.call(VersionsRequest(path: item.path)).versions
                .map { NSFileVersion($0, ofItemAt: url, in: service) }
        } catch {
            throw AccessError.error(for: error, url: url)
        }
    }

    // MARK: One version

    /// What finds this version again (c7).
    public var persistentIdentifier: any NSCoding { NSString(string: identifier) }

    /// A version has no picture here (c7).
    public var hasThumbnail: Bool { false }

    /// Whether a conflict has been dealt with. Setting it to true tells every presenter, and the version is then no
    /// longer among the unresolved; it can't be set back (c7).
    public var isResolved: Bool {
        get { resolution.isResolved }
        set {
            guard newValue, let place, resolution.resolve() else { return }
            // A setter has no way to fail; a mount that is gone has no conflict either.
            try? place.perform(.resolve)
        }
    }

    /// Writes the version's bytes over the item's, in one step (c7).
    /// - Returns: the item's URL.
    /// - Throws: `CocoaError` of reading or writing, or the provider's error; a failure leaves the item as it was.
    @discardableResult
    public func replaceItem(at url: URL, options: ReplacingOptions = []) throws -> URL {
        let name = ".\(UUID().uuidString)"
        let copy = url.deletingLastPathComponent().appendingPathComponent(name)
        try FileCopy.copy(self.url, to: copy)
        do {
            try FileManager.default.safelyReplaceItem(at: url, withItemAt: copy)
        } catch {
            try? FileManager.default.removeItem(at: copy)
            throw error
        }
        if options.contains(.byMoving) { try remove() }
        return url
    }

    /// Takes this version away. The present one can't be.
    /// - Throws: the provider's error (c7).
    public func remove() throws {
        guard let place else { throw AccessError.error(.fileWriteNoPermission, .notPermitted, url: url) }
        do throws(ControlFailure) {
            try place.perform(.remove)
        } catch {
            throw AccessError.error(for: error, url: item)
        }
    }
}

/// What several objects of one version agree about.
private final class Resolution: Sendable {
    private let state: Mutex<Bool>

    init(isResolved: Bool) { state = Mutex(isResolved) }

    var isResolved: Bool { state.withLock { $0 } }

    /// - Returns: whether it wasn't before.
    func resolve() -> Bool {
        state.withLock { isResolved in
            defer { isResolved = true }
            return !isResolved
        }
    }
}
#endif
