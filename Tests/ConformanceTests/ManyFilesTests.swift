import Glibc
import SystemIO
import Testing

/// What grows with the number of files, and what mustn't. The issue's own numbers take minutes; these are a tenth of them
/// with limits to match.
@Suite(.serialized) struct ManyFilesTests {
    @Test func `more files are open at once than the provider may have descriptors`() throws {
        try MountedFolder.with(.native, descriptorLimit: 256) { mount in
            let paths = (0..<700).map { "\(mount.mountpoint)/f\($0)" }
            let files = paths.map { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
            defer { for file in files { close(file) } }
            for (index, file) in files.enumerated() {
                try #require(file >= 0, "file \(index)")
                var byte = UInt8(truncatingIfNeeded: index)
                #expect(pwrite(file, &byte, 1, 0) == 1)
            }
            for (index, file) in files.enumerated() {
                var byte: UInt8 = 0
                #expect(pread(file, &byte, 1, 0) == 1)
                #expect(byte == UInt8(truncatingIfNeeded: index))
            }
        }
    }

    @Test func `memory stays flat over lookups and forgets`() throws {
        try MountedFolder.with(.native) { mount in
            func comeAndGo(_ count: Int) {
                for index in 0..<count {
                    let path = "\(mount.mountpoint)/f\(index)"
                    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
                    #expect(file >= 0 && close(file) == 0 && unlink(path) == 0)
                }
            }
            comeAndGo(2000)
            let before = mount.residentBytes
            comeAndGo(8000)
            // At a hundred bytes each, what isn't forgotten would be 800 kB.
            #expect(mount.residentBytes - before < 512 << 10)
        }
    }
}
