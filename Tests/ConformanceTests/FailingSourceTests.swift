import Glibc
import SystemIO
import Testing

/// What the source refuses, the caller is refused with the same error; a source that goes away hangs nobody.
@Suite(.serialized, .enabled(if: geteuid() == 0, "a small file system as the source needs root"))
struct FailingSourceTests {
    private func failure(_ result: some SignedInteger) -> Errno? { result < 0 ? .current : nil }

    /// Writes a file until that fails.
    private func fill(_ path: String) -> (error: Errno?, bytes: Int) {
        let block = [UInt8](repeating: 0x5A, count: 16 << 10)
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return (.current, 0) }
        defer { close(file) }
        var bytes = 0
        while bytes < 16 << 20 {
            let count = write(file, block, block.count)
            if count < 0 { return (.current, bytes) }
            bytes += count
        }
        return (nil, bytes)
    }

    @Test(arguments: [MountedFolder.Manner.native, .throughProvider])
    func `a full source is a full mount, at the same byte`(_ manner: MountedFolder.Manner) throws {
        try MountedFolder.with(manner, sourceOptions: "size=512k") { mount in
            let wanted = fill("\(mount.source)/bare")
            #expect(wanted.error == .noSpace)
            #expect(unlink("\(mount.source)/bare") == 0)
            let found = fill("\(mount.mountpoint)/mounted")
            #expect(found.error == .noSpace)
            #expect(found.bytes == wanted.bytes)
            let wantedFolder = failure(mkdir("\(mount.source)/other", 0o755))
            #expect(failure(mkdir("\(mount.mountpoint)/folder", 0o755)) == wantedFolder)
            #expect(unlink("\(mount.mountpoint)/mounted") == 0)
            #expect(fill("\(mount.mountpoint)/again").bytes >= wanted.bytes - (32 << 10))
        }
    }

    @Test(arguments: [MountedFolder.Manner.native, .throughProvider])
    func `a source without inodes left refuses names`(_ manner: MountedFolder.Manner) throws {
        try MountedFolder.with(manner, sourceOptions: "nr_inodes=3") { mount in
            var error: Errno?
            for index in 0..<10 where error == nil {
                let file = open("\(mount.mountpoint)/f\(index)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
                error = failure(file)
                if file >= 0 { close(file) }
            }
            #expect(error == .noSpace)
            #expect(failure(mkdir("\(mount.mountpoint)/folder", 0o755)) == .noSpace)
            #expect(failure(symlink("f0", "\(mount.mountpoint)/link")) == .noSpace)
        }
    }

    @Test(arguments: [MountedFolder.Manner.native, .throughProvider])
    func `a source that became read-only refuses every change as such`(_ manner: MountedFolder.Manner) throws {
        try MountedFolder.with(manner, sourceOptions: "size=1m") { mount in
            let path = "\(mount.mountpoint)/file"
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            #expect(file >= 0 && write(file, "here", 4) == 4 && close(file) == 0)
            try Retrying.call { Glibc.mount("small", mount.source, "tmpfs", UInt(MS_REMOUNT) | UInt(MS_RDONLY), "") }
            #expect(failure(open(path, O_WRONLY | O_CLOEXEC)) == .readOnlyFileSystem)
            #expect(failure(open("\(path).new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)) == .readOnlyFileSystem)
            #expect(failure(mkdir("\(path).folder", 0o755)) == .readOnlyFileSystem)
            #expect(failure(unlink(path)) == .readOnlyFileSystem)
            #expect(failure(rename(path, "\(path).moved")) == .readOnlyFileSystem)
            #expect(failure(chmod(path, 0o600)) == .readOnlyFileSystem)
            #expect(failure(truncate(path, 1)) == .readOnlyFileSystem)
            var bytes = [UInt8](repeating: 0, count: 8)
            let reading = open(path, O_RDONLY | O_CLOEXEC)
            #expect(read(reading, &bytes, 8) == 4)
            close(reading)
        }
    }

    @Test(arguments: [MountedFolder.Manner.native, .throughProvider])
    func `a source that was deleted gives errors, and one that was unmounted ends no mount`(
        _ manner: MountedFolder.Manner
    ) throws {
        try MountedFolder.with(manner, sourceOptions: "size=1m") { mount in
            let folder = "\(mount.mountpoint)/folder"
            #expect(mkdir(folder, 0o755) == 0)
            let file = open("\(folder)/file", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            defer { close(file) }
            #expect(file >= 0 && write(file, "here", 4) == 4)
            #expect(unlink("\(mount.source)/folder/file") == 0)
            #expect(rmdir("\(mount.source)/folder") == 0)
            let gone: [Errno?] = [.noSuchFile, .stale]
            #expect(gone.contains(failure(open("\(folder)/other", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))))
            #expect(gone.contains(failure(mkdir("\(folder)/more", 0o755))))
            #expect(gone.contains(failure(open("\(folder)/file", O_RDONLY | O_CLOEXEC))))
            // What was open stays so, as on any file system.
            var bytes = [UInt8](repeating: 0, count: 8)
            #expect(pread(file, &bytes, 8, 0) == 4)
            #expect(umount2(mount.source, CInt(MNT_DETACH)) == 0)
            #expect(pread(file, &bytes, 8, 0) == 4)
            #expect(failure(mkdir("\(mount.mountpoint)/after", 0o755)) == nil)
        }
    }
}

/// A file that was just closed is let go of a moment later, by a message that the mount answers in its own time.
private enum Retrying {
    static func call(_ body: () -> CInt) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while body() != 0 {
            if errno != EBUSY || ContinuousClock.now > deadline { throw Errno.current }
            sched_yield()
        }
    }
}
