import Foundation
import Glibc
import ImportCore
import Importer
import SystemIO
import Testing

/// What can be done on a full disk, and what is said where it can't.
@Suite(.enabled(if: geteuid() == 0, "a small file system needs root")) struct FullDiskTests {
    /// A file system of a megabyte, or a few.
    private final class SmallDisk {
        let folder: TemporaryFolder

        init(megabytes: Int = 1) throws {
            folder = try TemporaryFolder()
            guard Glibc.mount("small", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else { throw Errno.current }
        }

        deinit { _ = umount2(folder.path, CInt(MNT_DETACH)) }

        func fill() throws {
            let file = open(folder.path("filler"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw Errno.current }
            defer { close(file) }
            let block = [UInt8](repeating: 1, count: 4096)
            while write(file, block, block.count) > 0 {}
        }

        /// Gives back some of what `fill` took.
        func free(pages: Int) throws {
            var status = stat()
            let path = folder.path("filler")
            guard stat(path, &status) == 0, truncate(path, status.st_size - off_t(pages * 4096)) == 0 else {
                throw Errno.current
            }
        }
    }

    /// A library of two documents that nobody has open, on a disk that is full.
    private func fullLibrary(_ disk: SmallDisk) throws -> (path: String, id: EntryID) {
        let path = disk.folder.path("library")
        for name in ["a.pdf", "b.pdf"] {
            // A process that is gone has nothing open, whose space would come free after the disk was filled.
            let document = try disk.folder.write(SamplePDF.make(), name)
            #expect(try Programs.run(["import", "--library", path, document]).status == 0)
        }
        let first = try Programs.run(["list", "--library", path]).output.prefix { $0 != " " }
        try disk.fill()
        return (path, EntryID(rawValue: String(first)))
    }

    @Test func `a library is listed, verified and opened, and loses what is removed from it`() throws {
        let disk = try SmallDisk()
        let (path, id) = try fullLibrary(disk)
        #expect(try Programs.run(["list", "--library", path]).output.split(separator: "\n").count == 2)
        #expect(try Programs.run(["verify", "--deep", "--library", path]).output == "2 documents, no violations\n")
        let removal = try Programs.run(["remove", "--library", path, id.rawValue])
        #expect(removal.status == 0, "\(removal.error)")
        #expect(try Programs.run(["verify", "--deep", "--library", path]).output == "1 documents, no violations\n")
    }

    @Test func `where nothing is kept for that, the person is told what to do, and nothing is lost`() throws {
        let disk = try SmallDisk()
        let (path, id) = try fullLibrary(disk)
        unlink("\(path)/reserve")
        try disk.fill()
        let removal = try Programs.run(["remove", "--library", path, id.rawValue])
        #expect(removal.status == 74)
        #expect(removal.error.contains("full"))
        #expect(try Programs.run(["verify", "--deep", "--library", path]).output == "2 documents, no violations\n")
    }

    @Test(arguments: [true, false])
    func `on a disk that is nearly full a document is removed whole, or stays whole`(hasReserve: Bool) throws {
        for pages in 1...8 {
            let disk = try SmallDisk()
            let (path, id) = try fullLibrary(disk)
            if !hasReserve { unlink("\(path)/reserve") }
            try disk.fill()
            try disk.free(pages: pages)
            let removal = try Programs.run(["remove", "--library", path, id.rawValue])
            #expect(removal.status == 0 || !hasReserve && removal.status == 74, "\(pages): \(removal.error)")
            let isThere = try Programs.run(["list", "--library", path]).output.contains(id.rawValue)
            #expect(isThere == (removal.status != 0), "\(pages)")
            // Where not even the end of it could be written, recovery finishes it.
            #expect(try Programs.run(["recover", "--library", path]).status == 0, "\(pages)")
            let count = isThere ? 2 : 1
            #expect(
                try Programs.run(["verify", "--deep", "--library", path]).output
                    == "\(count) documents, no violations\n", "\(pages)")
        }
    }

    @Test func `imports that find no room leave nothing, and one recovery is enough`() throws {
        let disk = try SmallDisk()
        let source = try TemporaryFolder()
        let names = try (0..<14).map { number in
            try source.write(SamplePDF.make() + [UInt8](repeating: 10, count: 120 << 10), "\(number).pdf")
        }
        let path = disk.folder.path("library")
        let run = try Programs.run(["import", "--jobs", "2", "--library", path] + names)
        #expect(run.status == 3)
        let listed = try Programs.run(["list", "--library", path]).output.split(separator: "\n").count
        #expect(try disk.folder.names("library/documents").count == listed)
        #expect(try disk.folder.names("library/staging") == [])
        let recovery = try Programs.run(["recover", "--library", path])
        #expect(recovery.status == 0, "\(recovery.error)")
        #expect(try Programs.run(["verify", "--library", path]).output == "\(listed) documents, no violations\n")
    }

    @Test func `many at once take no room from each other: as many come in as one by one`() throws {
        let source = try TemporaryFolder()
        let names = try (0..<60).map { number in
            try source.write(Array(repeating: UInt8(ascii: "a") + UInt8(number % 26), count: 30 << 10), "\(number).txt")
        }
        var listed: [Int] = []
        for jobs in ["1", "60"] {
            let disk = try SmallDisk()
            let path = disk.folder.path("library")
            let run = try Programs.run(["import", "--quiet", "--jobs", jobs, "--library", path] + names)
            #expect(run.status == 3, "\(jobs) at once: \(run.error)")
            let count = try Programs.run(["list", "--library", path]).output.split(separator: "\n").count
            #expect(try Programs.run(["recover", "--library", path]).status == 0)
            let verified = try Programs.run(["verify", "--deep", "--library", path])
            #expect(verified.output == "\(count) documents, no violations\n")
            listed.append(count)
        }
        // Their journals differ by some pages.
        #expect(listed[1] >= listed[0] - 3, "\(listed)")
    }

    @Test func `hundreds of imports that find no room at once leave what one recovery takes away, on the full disk`()
        throws
    {
        let disk = try SmallDisk(megabytes: 8)
        let source = try TemporaryFolder()
        let document = SamplePDF.make() + [UInt8](repeating: 10, count: 16 << 10)
        let names = try (0..<900).map { try source.write(document, "\($0).pdf") }
        let path = disk.folder.path("library")
        #expect(try Programs.run(["import", "--quiet", "--library", path] + names).status == 3)
        let listed = try Programs.run(["list", "--library", path]).output.split(separator: "\n").count
        try disk.fill()
        let recovery = try Programs.run(["recover", "--library", path])
        #expect(recovery.status == 0, "\(recovery.error)")
        #expect(try disk.folder.names("library/staging") == [])
        #expect(try Programs.run(["verify", "--library", path]).output == "\(listed) documents, no violations\n")
    }

    @Test func `an export says that its target is full, and leaves nothing there`() throws {
        let disk = try SmallDisk()
        let bench = try Workbench()
        let entry = try bench.importBytes(SamplePDF.make(), "Report.pdf")
        try disk.fill()
        let export = try Programs.run([
            "export", "--library", bench.library.path, "--to", disk.folder.path, entry.id.rawValue,
        ])
        #expect(export.status == 1)
        #expect(
            export.error == "failed    “Report.pdf” can't be copied to \(disk.folder.path): "
                + "the disk there is full: make space on it and try again\n")
        #expect(try disk.folder.names() == ["filler"])
    }

    @Test func `a backup says that its target is full, and leaves nothing there`() throws {
        let disk = try SmallDisk()
        let bench = try Workbench()
        _ = try bench.importBytes(SamplePDF.make() + [UInt8](repeating: 10, count: 900 << 10))
        let target = disk.folder.path("backup")
        let backup = try Programs.run(["backup", "--library", bench.library.path, target])
        #expect(backup.status == 73)
        #expect(backup.error.contains("can't be copied to \(target): the disk there is full"))
        #expect(try disk.folder.names() == [])
    }
}
