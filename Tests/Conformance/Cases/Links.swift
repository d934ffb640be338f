import Glibc

extension ConformanceCase {
    static let links: [ConformanceCase] = [
        ConformanceCase("hard links share number, content and attributes") { s in
            s.put("a", "content")
            s.mkdir("d")
            s.link("a", "b")
            s.link("b", "d/c")
            let numbers = ["a", "b", "d/c"].map { s.stat($0).st_ino }
            s.see("one number", Set(numbers).count, 1)
            s.with("b", O_WRONLY) { s.write($0, "CON", at: 0) }
            s.holds("a", "CONtent")
            s.chmod("d/c", 0o600)
            s.stat("a")
            s.truncate("a", to: 3)
            s.stat("b")
            s.unlink("a")
            s.stat("b")
            s.stat("d/c")
            s.unlink("d/c")
            s.stat("b")
            s.holds("b", "CON")
        },
        ConformanceCase("link refuses folders, taken names and missing files") { s in
            s.put("a")
            s.put("b")
            s.mkdir("d")
            s.link("d", "e", .fails(EPERM))
            s.link("a", "b", .fails(EEXIST))
            s.link("none", "c", .fails(ENOENT))
            s.link("a", "none/c", .fails(ENOENT))
            s.link("a", "b/c", .fails(ENOTDIR))
        },
        ConformanceCase("a hard link can be made of an open descriptor") { s in
            s.put("a", "content")
            let file = s.open("a", O_RDONLY)
            s.call("linkat") { linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, "b", AT_SYMLINK_FOLLOW) }
            s.fstat(file)
            s.close(file)
            s.holds("b", "content")
        },
        ConformanceCase("symbolic links are followed, or not, as asked") { s in
            s.put("a", "content")
            s.symlink("a", "l")
            s.symlink("none", "dangling")
            s.symlink("a", "l", .fails(EEXIST))
            s.stat("l")
            s.stat("l", following: false)
            s.readlink("l")
            s.readlink("a", .fails(EINVAL))
            s.holds("l", "content")
            s.open("l", O_RDONLY | O_NOFOLLOW, .fails(ELOOP))
            s.open("dangling", O_RDONLY, .fails(ENOENT))
            s.open("dangling", O_WRONLY | O_CREAT | O_EXCL, .fails(EEXIST))
            s.close(s.open("dangling", O_WRONLY | O_CREAT))
            s.exists("none", true)
            s.unlink("l")
            s.exists("a", true)
            s.symlink("", "empty", .fails(ENOENT))
        },
        ConformanceCase("links to folders, outside and in circles") { s in
            s.mkdir("d")
            s.put("d/x", "x")
            s.symlink("d", "l")
            s.holds("l/x", "x")
            s.list("l", ["x"])
            s.open("l", O_RDONLY | O_DIRECTORY | O_NOFOLLOW, .fails(ENOTDIR))
            s.rmdir("l", .fails(ENOTDIR))
            s.symlink("/", "outside")
            s.stat("outside/proc/self/stat")
            s.symlink("round", "round")
            s.stat("round", .fails(ELOOP))
            s.open("round", O_RDONLY, .fails(ELOOP))
            s.symlink("two", "one")
            s.symlink("one", "two")
            s.stat("one/x", .fails(ELOOP))
            s.stat("one", following: false)
            s.symlink("../d", "d/self")
            s.stat("d/self/self/self/x")
        },
        ConformanceCase("forty links in a row are followed, forty-one are not") { s in
            s.put("end", "end")
            s.symlink("end", "l1")
            for index in 2...41 { s.symlink("l\(index - 1)", "l\(index)") }
            s.holds("l40", "end")
            s.open("l41", O_RDONLY, .fails(ELOOP))
        },
        ConformanceCase("a link holds up to 4,095 bytes") { s in
            s.symlink(String(repeating: "x", count: 4095), "long")
            s.stat("long", following: false)
            s.readlink("long")
            s.symlink(String(repeating: "x", count: 4096), "longer", .fails(ENAMETOOLONG))
            s.symlink("é\n日本", "unicode")
            s.readlink("unicode")
        },
        ConformanceCase("a symbolic link has its own owner and times") { s in
            s.put("a")
            s.symlink("a", "l")
            s.call("utimensat of the link") {
                let times = [timespec(tv_sec: 1000, tv_nsec: 1), timespec(tv_sec: 2000, tv_nsec: 2)]
                return utimensat(AT_FDCWD, "l", times, AT_SYMLINK_NOFOLLOW)
            }
            let status = s.stat("l", following: false)
            s.see("modified", status.st_mtim.tv_sec, 2000)
            s.see("the file isn't", s.stat("a").st_mtim.tv_sec != 2000, true)
            s.call("lchown of the link") { lchown("l", getuid(), getgid()) }
            s.call("hard link of the link") { linkat(AT_FDCWD, "l", AT_FDCWD, "m", 0) }
            s.stat("m", following: false)
        },
    ]
}
