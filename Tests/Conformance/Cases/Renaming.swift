import Glibc

extension ConformanceCase {
    private static let noReplace: UInt32 = 1
    private static let exchange: UInt32 = 2

    static let renaming: [ConformanceCase] = [
        ConformanceCase("rename moves a file and replaces another") { s in
            s.put("a", "a")
            s.put("b", "b")
            s.rename("a", "c")
            s.exists("a", false)
            s.holds("c", "a")
            s.rename("c", "b")
            s.holds("b", "a")
            s.rename("none", "b", .fails(ENOENT))
            s.rename("b", "none/b", .fails(ENOENT))
            s.rename("b", "b")
            s.list(".", ["b"])
        },
        ConformanceCase("rename keeps folders and files apart") { s in
            s.put("f")
            s.mkdir("d")
            s.mkdir("full")
            s.put("full/x")
            s.rename("f", "d", .fails(EISDIR))
            s.rename("d", "f", .fails(ENOTDIR))
            s.rename("d", "full", .failsWithOneOf([ENOTEMPTY, EEXIST]))
            s.rename("full", "d")
            s.list("d", ["x"])
            s.rename("d", "d/inside", .fails(EINVAL))
            s.rename("f/", "g", .fails(ENOTDIR))
            s.rename("f", "f/g", .fails(ENOTDIR))
        },
        ConformanceCase("rename without replacing refuses a name that is taken") { s in
            s.put("a", "a")
            s.put("b", "b")
            s.rename("a", "b", flags: noReplace, .fails(EEXIST))
            s.rename("a", "c", flags: noReplace)
            s.holds("c", "a")
            s.holds("b", "b")
            s.mkdir("d")
            s.rename("c", "d", flags: noReplace, .fails(EEXIST))
        },
        ConformanceCase("rename with exchange swaps a file and a folder") { s in
            s.put("a", "a")
            s.mkdir("d")
            s.put("d/x", "x")
            s.rename("a", "d", flags: exchange)
            s.holds("d", "a")
            s.list("a", ["x"])
            s.holds("a/x", "x")
            s.rename("a", "none", flags: exchange, .fails(ENOENT))
            s.rename("a", "d", flags: noReplace | exchange, .fails(EINVAL))
            s.rename("a", "d", flags: 0x80, .fails(EINVAL))
            s.mkdir("p")
            s.rename("d", "p/none", flags: exchange, .fails(ENOENT))
            s.put("p/y", "y")
            s.rename("d", "p/y", flags: exchange)
            s.holds("d", "y")
            s.holds("p/y", "a")
        },
        ConformanceCase("a renamed folder takes its tree and its open files along") { s in
            s.mkdir("d")
            s.mkdir("d/e")
            s.put("d/e/f", "content")
            let file = s.open("d/e/f", O_RDWR)
            let folder = s.open("d/e", O_RDONLY | O_DIRECTORY)
            s.rename("d", "moved")
            s.write(file, "CON", at: 0)
            s.holds("moved/e/f", "CONtent")
            s.call("openat") {
                let number = openat(folder, "f", O_RDONLY | O_CLOEXEC)
                return number < 0 ? -1 : Glibc.close(number)
            }
            s.stat("d/e/f", .fails(ENOENT))
            s.mkdir("other")
            s.rename("moved/e", "other/e")
            s.call("fstatat ..") {
                var parent = Glibc.stat()
                var other = Glibc.stat()
                guard fstatat(folder, "..", &parent, 0) == 0, fstatat(AT_FDCWD, "other", &other, 0) == 0 else {
                    return -1
                }
                s.see("the parent is the new one", parent.st_ino == other.st_ino, true)
                return 0
            }
            s.close(file)
            s.close(folder)
        },
        ConformanceCase("rename between two names of one file changes nothing") { s in
            s.put("a", "content")
            s.link("a", "b")
            s.rename("a", "b")
            s.list(".", ["a", "b"])
            s.stat("a")
        },
        ConformanceCase("a renamed file keeps its number") { s in
            s.put("a")
            let before = s.stat("a").st_ino
            s.mkdir("d")
            s.rename("a", "d/b")
            s.see("same number", s.stat("d/b").st_ino == before, true)
        },
    ]
}
