import Glibc
import Synchronization
import SystemIO

/// A mount of fpsim, found without asking its provider, which may be the one that doesn't answer.
package struct ProviderMount: Hashable, Sendable {
    /// The type that /proc/self/mountinfo shows.
    package static let fileSystemType = "fuse.fpsim"

    /// The mount's `st_dev`.
    package let device: UInt64
    package let mountpoint: [UInt8]
    /// What is mounted there, relative to the provider's root: empty but for bind mounts of a folder.
    package let root: ControlPath

    package init(device: UInt64, mountpoint: [UInt8], root: ControlPath = "") {
        self.device = device
        self.mountpoint = mountpoint
        self.root = root
    }

    /// The absolute path of a path on the mount.
    package func absolutePath(of path: ControlPath) -> [UInt8] {
        var below = path.bytes[...]
        if !root.bytes.isEmpty, below.starts(with: root.bytes) {
            below = below.dropFirst(root.bytes.count)
            if below.first == UInt8(ascii: "/") { below = below.dropFirst() }
        }
        if below.isEmpty { return mountpoint }
        return mountpoint == [UInt8(ascii: "/")] ? mountpoint + below : mountpoint + [UInt8(ascii: "/")] + below
    }
}

/// A place on a mount.
package struct LocatedItem: Hashable, Sendable {
    package let mount: ProviderMount
    package let path: ControlPath

    package init(mount: ProviderMount, path: ControlPath) {
        self.mount = mount
        self.path = path
    }
}

extension ProviderMount {
    /// Kept for the life of the process: the table is read again only when a mount comes or goes.
    private static let table = try? MountTable()

    /// What was made of the table when it was last asked.
    private static let known = Mutex((generation: 0, mounts: [ProviderMount]()))

    /// All mounts of fpsim that this process sees.
    package static func all() -> [ProviderMount] {
        guard let (entries, generation) = try? table?.currentWithGeneration() else { return [] }
        return known.withLock { known in
            if known.generation != generation {
                known = (generation, entries.filter { $0.type == fileSystemType }.map(ProviderMount.init))
            }
            return known.mounts
        }
    }

    /// Whose mount it is, which is asked of the kernel.
    package var owner: UInt32? {
        ((try? ProviderMount.table?.current()) ?? []).last { $0.device == device }?.userID
    }

    private init(_ entry: MountEntry) {
        self.init(device: entry.device, mountpoint: entry.mountpoint, root: ControlPath(bytes: entry.root.dropFirst()))
    }

    /// Where an absolute path leads, or nil when it isn't on a mount of fpsim.
    ///
    /// Links on the way to the mount are followed. The walk ends at the mountpoint: what is below is the provider's,
    /// and only `.` and `..` are resolved there, by their names.
    package static func locate(_ absolutePath: [UInt8]) -> LocatedItem? {
        let mounts = all()
        guard !mounts.isEmpty else { return nil }
        if let item = locate(absolutePath, below: mounts) { return item }
        var done: [[UInt8]] = []
        var rest = Array(names(absolutePath).reversed())
        var linksLeft = 40
        while true {
            let here = join(done)
            if let mount = mounts.last(where: { $0.mountpoint == here }) {
                let below = resolveDots(rest.reversed())
                // `..` may lead out of the mount again.
                if let below { return LocatedItem(mount: mount, path: mount.root.appending(below)) }
            }
            guard let name = rest.popLast() else { return nil }
            if name == dotDot {
                _ = done.popLast()
                continue
            }
            let next = join(done + [name])
            if linksLeft > 0, !mounts.contains(where: { $0.mountpoint == next }),
                let target = SymbolicLink.target(of: next)
            {
                linksLeft -= 1
                if target.first == UInt8(ascii: "/") { done = [] }
                rest += names(target).reversed()
            } else {
                done.append(name)
            }
        }
    }

    /// Where a path begins as a mountpoint does: the kernel tells those without links, so that none is on the way.
    private static func locate(_ path: [UInt8], below mounts: [ProviderMount]) -> LocatedItem? {
        var found: ProviderMount?
        for mount in mounts where path.starts(with: mount.mountpoint) {
            guard path.count == mount.mountpoint.count || path[mount.mountpoint.count] == UInt8(ascii: "/") else {
                continue
            }
            // The first on the way, and of those at one place the newest.
            if mount.mountpoint.count <= found?.mountpoint.count ?? .max { found = mount }
        }
        guard let found, let below = resolveDots(names(Array(path[found.mountpoint.count...]))) else { return nil }
        return LocatedItem(mount: found, path: found.root.appending(below))
    }

    private static let dotDot = Array("..".utf8)

    private static func names(_ path: [UInt8]) -> [[UInt8]] {
        path.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }.map(Array.init)
    }

    private static func join(_ names: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "/")] + names.joined(separator: [UInt8(ascii: "/")])
    }

    /// The names without `..`, or nil when they lead above where they start.
    private static func resolveDots(_ names: some Sequence<[UInt8]>) -> [[UInt8]]? {
        var result: [[UInt8]] = []
        for name in names {
            if name == dotDot {
                guard result.popLast() != nil else { return nil }
            } else {
                result.append(name)
            }
        }
        return result
    }
}

extension ControlPath {
    fileprivate func appending(_ names: [[UInt8]]) -> ControlPath {
        ControlPath(bytes: (components + names).joined(separator: [UInt8(ascii: "/")]))
    }
}
