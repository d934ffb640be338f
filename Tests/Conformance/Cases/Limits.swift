import CLinux
import Glibc

extension ConformanceCase {
    static let limits: [ConformanceCase] = [
        ConformanceCase("a name has at most 255 bytes") { s in
            let longest = String(repeating: "n", count: 255)
            s.put(longest, "content")
            s.holds(longest, "content")
            s.rename(longest, String(repeating: "m", count: 255))
            s.list()
            let longer = longest + "n"
            s.open(longer, O_WRONLY | O_CREAT, .fails(ENAMETOOLONG))
            s.stat(longer, .fails(ENAMETOOLONG))
            s.mkdir(longer, .fails(ENAMETOOLONG))
            s.unlink(longer, .fails(ENAMETOOLONG))
            s.symlink("x", longer, .fails(ENAMETOOLONG))
            s.put("a")
            s.rename("a", longer, .fails(ENAMETOOLONG))
            s.link("a", longer, .fails(ENAMETOOLONG))
            s.mkdir(String(repeating: "é", count: 127))
            s.list()
        },
        ConformanceCase("a tree may be deeper than a path is long") { s in
            let name = String(repeating: "d", count: 200)
            let depth = 30
            for _ in 0..<depth {
                s.mkdir(name)
                s.chdir(name)
            }
            s.put("a", "deep")
            s.holds("a", "deep")
            s.stat("a")
            s.rename("a", "b")
            s.mkdir("x")
            s.list(".", ["b", "x"])
            s.rmdir("x")
            s.unlink("b")
            for _ in 0..<depth {
                s.chdir("..")
                s.rmdir(name)
            }
            let path = Array(repeating: name, count: 21).joined(separator: "/")
            s.stat(path, .fails(ENAMETOOLONG))
        },
        ConformanceCase("statfs tells the size of names and of what is beneath") { s in
            var statistics = Glibc.statvfs()
            s.call("statvfs") { statvfs(".", &statistics) }
            s.see("longest name", statistics.f_namemax)
            s.see("blocks", statistics.f_blocks)
            s.see("unit", statistics.f_frsize)
            s.see("free", statistics.f_bfree > 0 && statistics.f_bavail <= statistics.f_bfree, true)
        },
        ConformanceCase("the largest offsets are refused alike") { s in

            s.with("a", O_RDWR | O_CREAT) { file in
                s.resize(file, to: off_t.max, .anything)
                s.write(file, "x", at: off_t.max - 1, .anything)
            }
        },
        ConformanceCase("many files can be open at once, and all be read") { s in
            let files = (0..<300).map { index in
                let file = Glibc.open("f\(index)", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
                _ = Glibc.write(file, "\(index)", String(index).utf8.count)
                return file
            }
            var right = 0
            for (index, file) in files.enumerated() {
                var bytes = [UInt8](repeating: 0, count: 10)
                let count = pread(file, &bytes, 10, 0)
                if count > 0, String(decoding: bytes[..<count], as: UTF8.self) == "\(index)" { right += 1 }
            }
            for file in files { Glibc.close(file) }
            s.see("right", right, 300)
        },
        ConformanceCase("only a file with an execute bit may be run") { s in
            s.put("script", "#!/bin/sh\nexit 7\n", mode: 0o644)
            s.access("script", X_OK, .fails(EACCES))
            s.chmod("script", 0o755)
            s.access("script", X_OK)
        },
    ]
}
