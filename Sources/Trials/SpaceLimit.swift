import FoundationEssentials
import SystemIO

/// How much an importer under test may write. One that fills the disk would take it from all others.
struct SpaceLimit: Sendable {
    /// Far beyond what any library of a trial needs.
    static let usual: UInt64 = 512 << 20

    /// Where it may write. No provider is beneath: that could stall whoever looks.
    let folders: [String]
    let bytes: UInt64
    private let freeBefore: UInt64

    init(folders: [String], bytes: UInt64 = SpaceLimit.usual) {
        self.folders = folders
        self.bytes = bytes
        freeBefore = Self.free(folders)
    }

    /// Looks at the whole disk first, since that costs nothing; whose doing it is, is looked at only where much has gone.
    var isExceeded: Bool {
        let free = Self.free(folders)
        guard free < freeBefore, freeBefore - free > bytes / 2 else { return false }
        return size > bytes
    }

    private var size: UInt64 {
        folders.reduce(0) { total, folder in
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
            return names.reduce(total) { total, name in
                let status = try? FileDescriptor.workingDirectory.status(of: "\(folder)/\(name)")
                return total + (status.map { $0.isRegular ? UInt64(max($0.blocks, 0)) * 512 : 0 } ?? 0)
            }
        }
    }

    private static func free(_ folders: [String]) -> UInt64 {
        guard let folder = folders.first,
            let opened = try? FileDescriptor.workingDirectory.open(folder, [.readOnly, .directory]),
            let statistics = try? opened.borrowed.fileSystemStatistics()
        else { return .max }
        return statistics.freeBlocks * UInt64(statistics.fragmentSize)
    }
}
