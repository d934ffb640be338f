import Glibc
import Testing

/// Somebody works in the source while it is mounted, and looks through the mount right afterwards, as libfuse's own
/// tests do.
@Suite(.serialized) struct WorkBesideMountTests {
    private static let manners: [MountedFolder.Manner] = [.native, .throughProvider]

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func names(_ folder: String) -> Set<String> {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: Set<String> = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.insert(name)
        }
        return names.subtracting([".", ".."])
    }

    private static func make(_ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        #expect(file >= 0)
        close(file)
    }

    /// Everything that changes which names a folder has.
    private static let changes: [(name: String, make: @Sendable (String) -> Void)] = [
        ("a file is made", { make("\($0)/new") }),
        ("a folder is made", { #expect(mkdir("\($0)/new", 0o755) == 0) }),
        ("a link is made", { #expect(symlink("x", "\($0)/new") == 0) }),
        ("a hard link is made", { #expect(link("\($0)/old", "\($0)/new") == 0) }),
        ("a file is renamed", { #expect(rename("\($0)/old", "\($0)/new") == 0) }),
        ("a file is removed", { #expect(unlink("\($0)/old") == 0) }),
        ("a file comes from elsewhere", { #expect(rename("\($0)/../outside", "\($0)/new") == 0) }),
    ]

    @Test(arguments: manners)
    func `a folder is listed as it is in the source right now`(_ manner: MountedFolder.Manner) throws {
        try MountedFolder.with(manner) { mount in
            WorkBesideMountTests.make("\(mount.source)/outside")
            for (index, change) in WorkBesideMountTests.changes.enumerated() {
                let (beneath, folder) = ("\(mount.source)/f\(index)", "\(mount.mountpoint)/f\(index)")
                #expect(mkdir(beneath, 0o755) == 0)
                WorkBesideMountTests.make("\(beneath)/old")
                // Twice, so that the second can come from the kernel's memory.
                for _ in 0..<2 { #expect(WorkBesideMountTests.names(folder) == ["old"]) }
                change.make(beneath)
                #expect(WorkBesideMountTests.names(folder) == WorkBesideMountTests.names(beneath), "\(change.name)")
            }
        }
    }

    @Test(arguments: manners)
    func `a name that just went through the mount and comes back beside it is found`(
        _ manner: MountedFolder.Manner
    ) throws {
        try MountedFolder.with(manner) { mount in
            for (index, change) in WorkBesideMountTests.changes.enumerated() where change.name != "a file is removed" {
                let (beneath, folder) = ("\(mount.source)/f\(index)", "\(mount.mountpoint)/f\(index)")
                #expect(mkdir(folder, 0o755) == 0)
                WorkBesideMountTests.make("\(beneath)/old")
                WorkBesideMountTests.make("\(mount.source)/outside")
                WorkBesideMountTests.make("\(folder)/new")
                #expect(unlink("\(folder)/new") == 0)
                #expect(!WorkBesideMountTests.exists("\(folder)/new"))
                change.make(beneath)
                var status = stat()
                #expect(lstat("\(folder)/new", &status) == 0, "\(change.name)")
            }
        }
    }
}
