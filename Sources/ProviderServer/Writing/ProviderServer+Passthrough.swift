import FUSE
import ProviderModel
import SystemIO

/// How one file is open on the mount. While any descriptor is open the kernel keeps an inode in one mode, with one
/// backing file, and answers EIO to an open that differs; so this follows it.
struct OpenMode {
    /// What the kernel reads and writes instead of the mount, if that.
    var backing: BackingID?
    /// Opens that were answered with the backing file.
    var native = 0
    /// Opens that use the kernel's page cache.
    var cached = 0
    /// Opens whose every read and write comes here.
    var uncached = 0

    var count: Int { native + cached + uncached }
}

extension ProviderServer {
    /// Whether files are handed to the kernel at all.
    var passesThrough: Bool {
        options.allowsPassthrough && trace == nil && unsynced == nil && session?.canPassThrough == true
            && !passthroughFailed && !rulesTakeAllAway
    }

    /// An open file, as the kernel is told about it.
    /// - Parameter status: The source's, where it is known already.
    func kernelFile(_ file: OpenFile, _ handle: HandleID, status: FileStatus? = nil) -> OpenedFile {
        var options = openOptions(for: file)
        var mode = openModes[file.node] ?? OpenMode()
        defer { openModes[file.node] = mode }
        if mode.native > 0 {
            // With direct I/O beside it, this descriptor is the mount's, and the older ones stay native.
            if hasSetID(file, status) { options.insert(.directIO) }
            mode.native += 1
            file.backing = mode.backing
            return OpenedFile(
                handle: handle, options: options.contains(.directIO) ? [.directIO] : [], backing: mode.backing)
        }
        if !options.contains(.directIO), mode.cached == 0, passesThrough, !hasSetID(file, status),
            let backing = register(file)
        {
            mode.backing = backing
            mode.native = 1
            file.backing = backing
            return OpenedFile(handle: handle, options: options, backing: backing)
        }
        // What is only written needs no pages: the kernel would copy each byte once more, and ask before a file's
        // first write for a capability to take away, which the source's own file system does.
        if !options.contains(.directIO), !file.flags.reads {
            options.insert(.directIO)
            file.writesPastPages = true
        }
        file.usesPageCache = !options.contains(.directIO)
        if file.usesPageCache { mode.cached += 1 } else { mode.uncached += 1 }
        return OpenedFile(handle: handle, options: options)
    }

    /// Whether somebody may have read bytes into the kernel's pages while this write, which goes past them, was under
    /// way: a mapping, or a descriptor that uses them. Kernels up to 6.16 drop pages before such a write only.
    func leavesStalePages(_ file: OpenFile) -> Bool {
        file.writesPastPages && openModes[file.node].map { $0.count > 1 } == true
    }

    /// Whether writing takes bits away: the kernel's own writes to the source, which are root's, don't.
    private func hasSetID(_ file: OpenFile, _ known: FileStatus?) -> Bool {
        guard file.flags.writes, let status = try? known ?? file.source?.status() else { return false }
        return status.permissions & 0o6000 != 0
    }

    private func register(_ file: OpenFile) -> BackingID? {
        guard let session, let descriptor = try? file.source?.descriptor() else { return nil }
        do throws(Errno) {
            return try session.openBacking(descriptor)
        } catch {
            // Not permitted, or a source that is itself stacked: it won't be otherwise for the next file.
            if error == .notPermitted || error == .loop || error == .notSupported { passthroughFailed = true }
            return nil
        }
    }

    /// The kernel has closed a file.
    func closedInKernel(_ file: OpenFile) {
        guard var mode = openModes[file.node] else { return }
        if file.backing != nil {
            mode.native -= 1
        } else if file.usesPageCache {
            mode.cached -= 1
        } else {
            mode.uncached -= 1
        }
        if mode.native == 0, let backing = mode.backing {
            session?.closeBacking(backing)
            mode.backing = nil
        }
        openModes[file.node] = mode.count == 0 ? nil : mode
    }

    /// Descriptors that the kernel serves by itself: they stay native until they are closed.
    var nativeFileCount: Int { openModes.values.reduce(0) { $0 + $1.native } }
}
