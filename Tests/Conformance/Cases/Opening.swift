import CLinux
import Glibc

extension ConformanceCase {
    static let opening: [ConformanceCase] = [
        ConformanceCase("open creates, refuses and truncates by its flags") { s in
            s.open("a", O_RDONLY, .fails(ENOENT))
            s.close(s.open("a", O_WRONLY | O_CREAT, mode: 0o640))
            s.stat("a")
            s.open("a", O_WRONLY | O_CREAT | O_EXCL, .fails(EEXIST))
            s.put("a", "content")
            s.close(s.open("a", O_RDWR))
            s.holds("a", "content")
            s.close(s.open("a", O_WRONLY | O_TRUNC))
            s.holds("a", "")
            s.close(s.open("b", O_RDWR | O_CREAT | O_EXCL | O_TRUNC))
            s.list(".", ["a", "b"])
        },
        ConformanceCase("open tells folders, files and missing parents apart") { s in
            s.mkdir("d")
            s.put("f")
            s.open("d", O_WRONLY, .fails(EISDIR))
            s.open("d", O_RDWR, .fails(EISDIR))
            s.open("d", O_RDONLY | O_CREAT, .fails(EISDIR))
            s.close(s.open("d", O_RDONLY))
            s.open("f", O_RDONLY | O_DIRECTORY, .fails(ENOTDIR))
            s.open("f/x", O_RDONLY, .fails(ENOTDIR))
            s.open("f/x", O_WRONLY | O_CREAT, .fails(ENOTDIR))
            s.open("none/x", O_WRONLY | O_CREAT, .fails(ENOENT))
            s.open("f/", O_RDONLY, .fails(ENOTDIR))
            s.open("new/", O_WRONLY | O_CREAT, .fails(EISDIR))
            s.open("", O_RDONLY, .fails(ENOENT))
        },
        ConformanceCase("reads and writes need a descriptor of that mode") { s in
            s.put("a", "content")
            s.with("a", O_RDONLY) { s.write($0, "x", .fails(EBADF)) }
            s.with("a", O_WRONLY) { s.read($0, 4, .fails(EBADF)) }
            s.with("a", O_RDONLY) { s.resize($0, to: 1, .fails(EINVAL)) }
            s.mkdir("d")
            s.with("d", O_RDONLY) { s.read($0, 4, .fails(EISDIR)) }
            s.holds("a", "content")
        },
        ConformanceCase("appending writes go to the end, wherever it is") { s in
            s.put("a", "start ")
            let first = s.open("a", O_WRONLY | O_APPEND)
            let second = s.open("a", O_RDWR | O_APPEND)
            s.write(first, "one ")
            s.write(second, "two ")
            s.write(first, "three")
            s.seek(first, 0, SEEK_SET)
            s.write(first, "!")
            s.seek(first, 0, SEEK_CUR)
            s.close(first)
            s.close(second)
            s.holds("a", "start one two three!")
            s.with("a", O_WRONLY | O_APPEND) {
                s.resize($0, to: 5)
                s.write($0, "ed")
            }
            s.holds("a", "started")
        },
        ConformanceCase("a file without a name can be read, written and given one") { s in
            let file = s.open(".", CInt(CLINUX_O_TMPFILE) | O_RDWR, .anything)
            guard file >= 0 else { return }
            s.write(file, "unnamed")
            s.fstat(file)
            s.list(".", [])
            s.call("linkat") { linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, "named", AT_SYMLINK_FOLLOW) }
            s.fstat(file)
            s.close(file)
            s.holds("named", "unnamed")
        },
        ConformanceCase("direct reads and writes move aligned blocks") { s in
            let file = s.open("a", O_RDWR | O_CREAT | CInt(CLINUX_O_DIRECT), .anything)
            guard file >= 0 else { return }
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 4096)
            defer { block.deallocate() }
            for index in block.indices { block[index] = UInt8(truncatingIfNeeded: index &* 31) }
            s.see("written", s.call("pwrite") { pwrite(file, block.baseAddress, 8192, 4096) }, 8192)
            block.initializeMemory(as: UInt8.self, repeating: 0)
            s.see("read", s.call("pread") { pread(file, block.baseAddress, 8192, 4096) }, 8192)
            s.see("bytes", Scene.digest(Array(block)))
            s.see("read at the end", s.call("pread") { pread(file, block.baseAddress, 8192, 8192) }, 4096)
            s.see("read past it", s.call("pread") { pread(file, block.baseAddress, 8192, 16384) }, 0)
            s.fstat(file)
            s.close(file)
            // What went past the cache is seen through it.
            s.with("a", O_RDONLY) { s.read($0, 16384, at: 0) }
        },
        ConformanceCase("an unlinked file lives while it is open") { s in
            s.put("a", "content")
            let file = s.open("a", O_RDWR)
            s.unlink("a")
            s.stat("a", .fails(ENOENT))
            s.fstat(file)
            s.read(file, 100, at: 0)
            s.write(file, "more", at: 7)
            s.resize(file, to: 9)
            s.read(file, 100, at: 0)
            s.call("fchmod") { fchmod(file, 0o600) }
            s.put("a", "another")
            s.fstat(file)
            s.close(file)
            s.holds("a", "another")
        },
        ConformanceCase("a file that was renamed over lives while it is open") { s in
            s.put("old", "old content")
            s.put("new", "new content")
            let file = s.open("old", O_RDONLY)
            s.rename("new", "old")
            s.read(file, 100)
            s.fstat(file)
            s.close(file)
            s.holds("old", "new content")
        },
        ConformanceCase("a folder that was removed is empty and closed to new names") { s in
            s.mkdir("d")
            let folder = s.open("d", O_RDONLY | O_DIRECTORY)
            s.rmdir("d")
            s.fstat(folder)
            s.call("openat", .fails(ENOENT)) { openat(folder, "x", O_WRONLY | O_CREAT, 0o644) }
            s.call("mkdirat", .fails(ENOENT)) { mkdirat(folder, "x", 0o755) }
            s.close(folder)
        },
        ConformanceCase("a path descriptor names a file without opening it") { s in
            s.put("a", "content", mode: 0o400)
            let path = s.open("a", CInt(CLINUX_O_PATH))
            s.fstat(path)
            s.read(path, 4, .fails(EBADF))
            s.call("fchmod", .fails(EBADF)) { fchmod(path, 0o644) }
            let again = s.call("open by /proc") { Glibc.open("/proc/self/fd/\(path)", O_RDONLY | O_CLOEXEC) }
            s.read(again, 100)
            s.close(again)
            s.close(path)
        },
        ConformanceCase("a file may be created without the right to write it again") { s in
            let file = s.open("a", O_RDWR | O_CREAT | O_EXCL, mode: 0o400)
            s.write(file, "content")
            s.read(file, 10, at: 0)
            s.close(file)
            s.stat("a")
            s.holds("a", "content")
        },
    ]
}
