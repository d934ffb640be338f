import Glibc

extension ConformanceCase {
    static let names: [ConformanceCase] = [
        ConformanceCase("mkdir and rmdir make and remove empty folders") { s in
            s.mkdir("d", mode: 0o750)
            s.stat("d")
            s.mkdir("d", .fails(EEXIST))
            s.mkdir("d/e/f", .fails(ENOENT))
            s.mkdir("d/e")
            s.stat("d")
            s.rmdir("d", .fails(ENOTEMPTY))
            s.rmdir("d/e")
            s.rmdir("d")
            s.rmdir("d", .fails(ENOENT))
            s.put("f")
            s.rmdir("f", .fails(ENOTDIR))
            s.mkdir("f", .fails(EEXIST))
            s.mkdir("f/x", .fails(ENOTDIR))
            s.rmdir(".", .fails(EINVAL))
        },
        ConformanceCase("unlink removes names of files only") { s in
            s.put("a")
            s.mkdir("d")
            s.unlink("d", .fails(EISDIR))
            s.unlink("none", .fails(ENOENT))
            s.unlink("a/x", .fails(ENOTDIR))
            s.unlink("a/", .fails(ENOTDIR))
            s.unlink("a")
            s.unlink("a", .fails(ENOENT))
            s.list(".", ["d"])
        },
        ConformanceCase("mknod makes files and pipes") { s in
            s.mknod("file", mode: S_IFREG | 0o640)
            s.mknod("pipe", mode: S_IFIFO | 0o600)
            s.mknod("pipe", mode: S_IFIFO | 0o600, .fails(EEXIST))
            s.stat("file")
            s.stat("pipe")
            let end = s.open("pipe", O_RDWR | O_NONBLOCK)
            s.write(end, "through")
            s.read(end, 100)
            s.close(end)
        },
        ConformanceCase("mknod makes devices for root", needs: .root) { s in
            s.mknod("device", mode: S_IFCHR | 0o600, device: 0x103)
            let status = s.stat("device")
            s.see("device number", status.st_rdev, 0x103)
            s.mknod("block", mode: S_IFBLK | 0o600, device: 0x700)
            s.stat("block")
            s.unlink("device")
            s.unlink("block")
        },
        ConformanceCase("a socket has a name and takes connections") { s in
            let server = s.call("socket") { socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
            let client = s.call("socket") { socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            address.sun_path.0 = CChar(UInt8(ascii: "s"))
            let length = socklen_t(MemoryLayout<sockaddr_un>.size)
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    s.call("bind") { bind(server, pointer, length) }
                    s.stat("s")
                    s.call("listen") { listen(server, 1) }
                    s.call("connect") { connect(client, pointer, length) }
                    s.call("bind again", .fails(EADDRINUSE)) { bind(client, pointer, length) }
                }
            }
            s.open("s", O_RDONLY, .fails(ENXIO))
            s.close(client)
            s.close(server)
            s.unlink("s")
        },
        ConformanceCase("names are bytes, told apart by every one of them") { s in
            let names = ["a", "A", "a ", " a", "é", "e\u{301}", "ß", "ss", "a\nb", "-", "...", "a:b", "日本"]
            for name in names { s.put(name, name) }
            for name in names { s.holds(name, name) }
            s.list()
            var invalid: [CChar] = [-1, -2, 0x41, 0]
            s.call("open bytes that are no UTF-8") {
                let file = Glibc.open(&invalid, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
                if file >= 0 { Glibc.close(file) }
                return file < 0 ? -1 : 0
            }
            s.call("unlink them") { Glibc.unlink(&invalid) }
        },
        ConformanceCase("a name that is gone is gone at once, and one that came is there") { s in
            for round in 0..<20 {
                s.stat("a", .fails(ENOENT))
                if round % 2 == 0 { s.put("a") } else { s.mkdir("a") }
                s.stat("a")
                if round % 2 == 0 { s.unlink("a") } else { s.rmdir("a") }
            }
        },
        ConformanceCase("a folder counts its subfolders") { s in
            for index in 0..<5 { s.mkdir("d\(index)") }
            s.stat(".")
            s.rmdir("d3")
            s.stat(".")
            s.mkdir("d0/inner")
            s.rename("d0/inner", "inner")
            s.stat("d0")
            s.stat(".")
        },
    ]
}
