import Glibc

extension ConformanceCase {
    static let permissions: [ConformanceCase] = [
        ConformanceCase("chmod sets all twelve bits") { s in
            s.put("a")
            s.mkdir("d")
            for mode: mode_t in [0o000, 0o777, 0o4755, 0o6711, 0o1644, 0o600] {
                s.chmod("a", mode)
                s.see("mode", s.stat("a").st_mode & 0o7777, mode)
            }
            s.chmod("d", 0o1777)
            s.stat("d")
            s.chmod("none", 0o644, .fails(ENOENT))
            s.with("a", O_RDONLY) { file in
                s.call("fchmod") { fchmod(file, 0o604) }
                s.fstat(file)
            }
            s.symlink("a", "l")
            s.chmod("l", 0o640)
            s.stat("a")
        },
        ConformanceCase("the mask takes bits from what is created") { s in
            umask(0o077)
            s.put("a", mode: 0o666)
            s.mkdir("d", mode: 0o777)
            s.mknod("p", mode: S_IFIFO | 0o666)
            umask(0)
            s.put("b", mode: 0o666)
            s.mkdir("e", mode: 0o1777)
            umask(0o022)
            for path in ["a", "d", "p", "b", "e"] { s.stat(path) }
        },
        ConformanceCase("a folder with the group bit hands its group on", needs: .root) { s in
            s.mkdir("d")
            s.chown("d", 0, 4242)
            s.chmod("d", 0o2775)
            s.put("d/a")
            s.mkdir("d/e")
            s.symlink("a", "d/l")
            s.mknod("d/p", mode: S_IFIFO | 0o600)
            for path in ["d/a", "d/e", "d/l", "d/p"] { s.stat(path, following: false) }
            s.mkdir("d/e/f")
            s.stat("d/e/f")
        },
        ConformanceCase("chown changes owner or group, and drops the set-id bits", needs: .root) { s in
            s.put("a")
            s.chmod("a", 0o6755)
            s.chown("a", 1234, UInt32.max)
            s.stat("a")
            s.chown("a", UInt32.max, 5678)
            s.stat("a")
            s.chmod("a", 0o6711)
            s.chown("a", UInt32.max, UInt32.max)
            s.stat("a")
            s.mkdir("d")
            s.chmod("d", 0o2755)
            s.chown("d", 1234, 5678)
            s.stat("d")
            s.with("a", O_RDONLY) { file in
                s.call("fchown") { fchown(file, 0, 0) }
                s.fstat(file)
            }
            s.symlink("none", "l")
            s.call("lchown") { lchown("l", 1, 2) }
            s.stat("l", following: false)
        },
        ConformanceCase("access answers for the real user") { s in
            s.put("a", mode: 0o400)
            s.access("a", R_OK)
            s.access("a", F_OK)
            s.access("none", F_OK, .fails(ENOENT))
            s.access("a", X_OK, .fails(EACCES))
            s.chmod("a", 0o500)
            s.access("a", X_OK)
        },
    ]

    private static let user: uid_t = 12345
    private static let group: gid_t = 12345
    private static let other: uid_t = 12346

    private static func asUser(_ s: Scene, groups: [gid_t] = [], _ body: () -> Void) {
        OwnThread.run(asUser: user, group: group, groups: groups, body)
    }

    private static func asOther(_ s: Scene, _ body: () -> Void) {
        OwnThread.run(asUser: other, group: 12346, body)
    }

    /// The folders above may be closed to others, so these cases work by names in an open working directory.
    static let otherUsers: [ConformanceCase] = [
        ConformanceCase("another user's files are made in that user's name", needs: .root) { s in
            s.chmod(".", 0o777)
            asUser(s) {
                s.put("a", "content")
                s.mkdir("d")
                s.symlink("a", "l")
                s.mknod("p", mode: S_IFIFO | 0o600)
                s.mknod("device", mode: S_IFCHR | 0o600, device: 0x103, .fails(EPERM))
                for path in ["a", "d", "l", "p"] { s.stat(path, following: false) }
                s.holds("a", "content")
            }
            for path in ["a", "d"] { s.stat(path) }
        },
        ConformanceCase("mode bits decide who reads, writes and searches", needs: .root) { s in
            s.chmod(".", 0o755)
            s.put("private", "x", mode: 0o600)
            s.put("readable", "x", mode: 0o644)
            s.put("group", "x", mode: 0o060)
            s.chown("group", 0, 777)
            s.put("nogroup", "x", mode: 0o604)
            s.chown("nogroup", 0, 777)
            s.mkdir("closed", mode: 0o700)
            s.put("closed/x")
            s.mkdir("search", mode: 0o711)
            s.put("search/x", "x")
            s.mkdir("listing", mode: 0o744)
            s.put("listing/x", "x")
            asUser(s) {
                s.open("private", O_RDONLY, .fails(EACCES))
                s.close(s.open("readable", O_RDONLY))
                s.open("readable", O_WRONLY, .fails(EACCES))
                s.open("readable", O_RDONLY | O_TRUNC, .fails(EACCES))
                s.truncate("readable", to: 0, .fails(EACCES))
                s.open("group", O_RDONLY, .fails(EACCES))
                s.open("new", O_WRONLY | O_CREAT, .fails(EACCES))
                s.mkdir("new", .fails(EACCES))
                s.symlink("x", "new", .fails(EACCES))
                s.link("readable", "new", .failsWithOneOf([EACCES, EPERM]))
                s.unlink("readable", .fails(EACCES))
                s.rename("readable", "new", .fails(EACCES))
                s.stat("closed/x", .fails(EACCES))
                s.open("closed", O_RDONLY, .fails(EACCES))
                s.holds("search/x", "x")
                s.open("search", O_RDONLY, .fails(EACCES))
                s.list("listing", ["x"])
                s.stat("listing/x", .fails(EACCES))
                s.chdir("closed", .fails(EACCES))
                s.access("private", R_OK, .fails(EACCES))
                s.access("readable", R_OK)
            }
            asUser(s, groups: [777]) {
                s.holds("group", "x")
                s.open("nogroup", O_RDONLY, .fails(EACCES))
            }
        },
        ConformanceCase("only the owner changes mode, owner and times", needs: .root) { s in
            s.chmod(".", 0o777)
            s.put("a")
            s.chmod("a", 0o666)
            s.put("mine", mode: 0o644)
            s.chown("mine", user, group)
            asUser(s, groups: [777]) {
                s.chmod("a", 0o777, .fails(EPERM))
                s.chown("a", user, group, .fails(EPERM))
                s.setTimes("a", accessed: timespec(), modified: timespec(), .fails(EPERM))
                let now = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 1)
                s.setTimes("a", accessed: now, modified: now)
                s.chmod("mine", 0o600)
                s.chown("mine", UInt32.max, 777)
                s.chown("mine", UInt32.max, 778, .fails(EPERM))
                s.chown("mine", other, UInt32.max, .fails(EPERM))
                s.setTimes("mine", accessed: timespec(), modified: timespec())
                s.stat("mine")
            }
        },
        ConformanceCase("chmod by an owner outside the file's group drops the group bit", needs: .root) { s in
            s.put("a")
            s.chown("a", user, 778)
            asUser(s) { s.chmod("a", 0o2755) }
            s.stat("a")
        },
        ConformanceCase("a write by another than root drops the set-id bits", needs: .root) { s in
            s.put("a", "content")
            s.chown("a", user, group)
            for change in ["write", "truncate", "open with truncation"] {
                s.chmod("a", 0o6777)
                asUser(s) {
                    switch change {
                    case "write": s.with("a", O_WRONLY) { s.write($0, "x") }
                    case "truncate": s.truncate("a", to: 2)
                    default: s.with("a", O_WRONLY | O_TRUNC) { _ in }
                    }
                }
                s.see(change, s.stat("a").st_mode & 0o7777, 0o777)
            }
        },
        ConformanceCase("in a sticky folder only owners remove and rename", needs: .root) { s in
            s.mkdir("d")
            s.chmod("d", 0o1777)
            asOther(s) {
                s.put("d/theirs", mode: 0o666)
                s.mkdir("d/folder")
            }
            asUser(s) {
                s.put("d/mine")
                s.unlink("d/theirs", .failsWithOneOf([EPERM, EACCES]))
                s.rename("d/theirs", "d/x", .failsWithOneOf([EPERM, EACCES]))
                s.rename("d/mine", "d/theirs", .failsWithOneOf([EPERM, EACCES]))
                s.rmdir("d/folder", .failsWithOneOf([EPERM, EACCES]))
                s.rename("d/mine", "d/renamed")
                s.unlink("d/renamed")
            }
            s.list("d", ["folder", "theirs"])
        },
        ConformanceCase("a folder can't move without the right to write into it", needs: .root) { s in
            s.mkdir("from")
            s.mkdir("to")
            s.mkdir("from/d")
            for path in ["from", "to"] { s.chown(path, user, group) }
            asUser(s) {
                s.rename("from/d", "to/d", .fails(EACCES))
                s.rename("from/d", "from/e")
            }
        },
        ConformanceCase("an open descriptor keeps its rights when the mode is taken away", needs: .root) { s in
            s.chmod(".", 0o777)
            asUser(s) {
                s.put("a", "content")
                let file = s.open("a", O_RDWR)
                s.chmod("a", 0o000)
                s.read(file, 100, at: 0)
                s.write(file, "more", at: 7)
                s.resize(file, to: 9)
                s.open("a", O_RDONLY, .fails(EACCES))
                s.close(file)
                let exclusive = s.open("b", O_RDWR | O_CREAT | O_EXCL, mode: 0o000)
                s.write(exclusive, "written")
                s.read(exclusive, 100, at: 0)
                s.close(exclusive)
            }
            s.holds("b", "written")
        },
        ConformanceCase("a file is made where only the group may write", needs: .root) { s in
            s.mkdir("d")
            s.chown("d", 0, 777)
            s.chmod("d", 0o2770)
            asUser(s, groups: [777]) {
                s.put("d/a", "content")
                s.mkdir("d/e")
                s.stat("d/a")
                s.stat("d/e")
                s.rename("d/a", "d/e/a")
                s.holds("d/e/a", "content")
            }
            asOther(s) { s.stat("d/e", .fails(EACCES)) }
        },
        ConformanceCase("a change of mode is seen by other users at once", needs: .root) { s in
            s.mkdir("d")
            s.put("d/a", "content")
            asUser(s) { s.holds("d/a", "content") }
            s.chmod("d", 0o700)
            asUser(s) { s.open("d/a", O_RDONLY, .fails(EACCES)) }
            s.chmod("d", 0o755)
            s.chmod("d/a", 0o600)
            asUser(s) { s.open("d/a", O_RDONLY, .fails(EACCES)) }
            s.chmod("d/a", 0o604)
            asUser(s) { s.holds("d/a", "content") }
        },
    ]
}
