import ControlProtocol
import FileCoordination
import Foundation
import ImportCore
import SystemIO

/// What a batch has to know of a path before it imports it: whether it is a folder, and which version is there. Where
/// a provider tells that only to those who have access, the item is picked for the look.
public struct ItemLook: Sendable {
    public let isFolder: Bool
    public let size: Int64
    /// In nanoseconds since 1970.
    public let modified: Int64

    /// - Parameters:
    ///   - path: absolute, of any bytes.
    ///   - deadline: how long a provider may take.
    /// - Returns: nil where nothing can be told.
    public init?(at path: [UInt8], deadline: Duration = .seconds(5)) {
        guard ProviderMount.locate(path) != nil else {
            guard let look = Self.look(path) else { return nil }
            self = look
            return
        }
        let control = WatchedWork.control(deadline: deadline)
        let look = try? WatchedWork.run(control, abandoned: { $0 }) { () throws(ImportProblem) in
            try control.waiting(interrupt: {}) { () throws(ImportProblem) in
                Self.look(path) ?? Self.lookPicked(path)
            }
        }
        guard let look else { return nil }
        self = look
    }

    private init(_ status: FileStatus) {
        isFolder = status.isDirectory
        let attributes = SourceAttributes(status)
        size = attributes.size
        modified = attributes.modified
    }

    private static func look(_ path: [UInt8]) -> ItemLook? {
        FileName(bytes: path).withCString { path in
            (try? FileDescriptor.workingDirectory.status(of: path, followLink: true)).map(ItemLook.init)
        }
    }

    private static func lookPicked(_ path: [UInt8]) -> ItemLook? {
        guard let url = URL(string: PickedURL(path: path, token: nil).text),
            let picked = try? DocumentPicker.pick(url), picked.startAccessingSecurityScopedResource()
        else { return nil }
        defer { picked.stopAccessingSecurityScopedResource() }
        return look(path)
    }
}
