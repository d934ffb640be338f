import CLinux
import Glibc

extension ConformanceCase {
    static let attributes: [ConformanceCase] = [
        ConformanceCase("extended attributes are set, read, listed and removed") { s in
            s.put("a")
            s.mkdir("d")
            for path in ["a", "d"] {
                s.getAttribute("user.c", of: path, .fails(ENODATA))
                s.setAttribute("user.c", of: path, to: "value")
                s.setAttribute("user.cc", of: path, to: "")
                s.getAttribute("user.c", of: path)
                s.getAttribute("user.cc", of: path)
                s.listAttributes(of: path, ["user.c", "user.cc"])
                s.setAttribute("user.c", of: path, to: "longer value")
                s.getAttribute("user.c", of: path)
                s.removeAttribute("user.c", of: path)
                s.removeAttribute("user.c", of: path, .fails(ENODATA))
                s.listAttributes(of: path, ["user.cc"])
            }
            s.setAttribute("user.c", of: "none", to: "x", .fails(ENOENT))
        },
        ConformanceCase("an attribute may be asked to be new, or not to be") { s in
            s.put("a")
            s.setAttribute("user.c", of: "a", to: "x", flags: 2, .fails(ENODATA))
            s.setAttribute("user.c", of: "a", to: "x", flags: 1)
            s.setAttribute("user.c", of: "a", to: "y", flags: 1, .fails(EEXIST))
            s.setAttribute("user.c", of: "a", to: "z", flags: 2)
            s.getAttribute("user.c", of: "a")
        },
        ConformanceCase("an attribute's length can be asked before it is read") { s in
            s.put("a")
            s.setAttribute("user.c", of: "a", to: "0123456789")
            s.getAttribute("user.c", of: "a", room: 0)
            s.getAttribute("user.c", of: "a", room: 9, .fails(ERANGE))
            s.getAttribute("user.c", of: "a", room: 10)
            s.call("listxattr too small", .fails(ERANGE)) {
                var room = [CChar](repeating: 0, count: 2)
                return listxattr("a", &room, 2)
            }
        },
        ConformanceCase("an attribute's name has a namespace and an end") { s in
            s.put("a")
            s.setAttribute("nonamespace", of: "a", to: "x", .fails(EOPNOTSUPP))
            s.setAttribute("user.c" + String(repeating: "n", count: 249), of: "a", to: "x")
            s.getAttribute("user.c" + String(repeating: "n", count: 249), of: "a")
            s.setAttribute("user.c" + String(repeating: "n", count: 250), of: "a", to: "x", .fails(ERANGE))
            s.setAttribute("user.c", of: "a", to: String(repeating: "v", count: 3000))
            s.getAttribute("user.c", of: "a")
            s.setAttribute("user.cb", of: "a", to: String(repeating: "v", count: 65537), .fails(E2BIG))
        },
        ConformanceCase("attributes follow the file through an open descriptor, a rename and a link") { s in
            s.put("a")
            s.with("a", O_RDWR) { file in
                s.call("fsetxattr") { fsetxattr(file, "user.c", "value", 5, 0) }
                s.rename("a", "b")
                s.link("b", "c")
                s.getAttribute("user.c", of: "c")
                s.call("fremovexattr") { fremovexattr(file, "user.c") }
            }
            s.getAttribute("user.c", of: "b", .fails(ENODATA))
        },
        ConformanceCase("a symbolic link takes no user attribute, and a device none") { s in
            s.symlink("none", "l")
            s.call("lsetxattr", .fails(EPERM)) { lsetxattr("l", "user.c", "x", 1, 0) }
            s.mknod("p", mode: S_IFIFO | 0o600)
            s.setAttribute("user.c", of: "p", to: "x", .fails(EPERM))
        },
        ConformanceCase("trusted attributes are root's alone", needs: .root) { s in
            s.chmod(".", 0o777)
            s.put("a")
            s.chmod("a", 0o666)
            s.setAttribute("trusted.c", of: "a", to: "x")
            s.getAttribute("trusted.c", of: "a")
            OwnThread.run(asUser: 12345, group: 12345) {
                s.getAttribute("trusted.c", of: "a", .fails(ENODATA))
                s.setAttribute("trusted.c", of: "a", to: "y", .fails(EPERM))
                s.setAttribute("user.c", of: "a", to: "y")
                s.removeAttribute("user.c", of: "a")
            }
            s.chmod("a", 0o600)
            OwnThread.run(asUser: 12345, group: 12345) {
                s.getAttribute("user.c", of: "a", .fails(EACCES))
                s.setAttribute("user.c", of: "a", to: "y", .fails(EACCES))
            }
        },
    ]
}
