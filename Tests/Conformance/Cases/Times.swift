import CLinux
import Glibc

extension ConformanceCase {
    /// Whether a time moved on, which must not depend on how coarse the clock is: the time is set back first.
    private static let past = timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)

    private static func setBack(_ s: Scene, _ path: String) {
        s.setTimes(path, accessed: past, modified: past)
    }

    private static func sees(_ s: Scene, _ path: String, modified: Bool) {
        let status = s.stat(path)
        s.see("\(path) was modified", status.st_mtim.tv_sec != past.tv_sec, modified)
    }

    static let times: [ConformanceCase] = [
        ConformanceCase("times are set to the nanosecond, left out, or set to now") { s in
            s.put("a", "content")
            s.setTimes(
                "a", accessed: timespec(tv_sec: 1_111_111_111, tv_nsec: 111_111_111),
                modified: timespec(tv_sec: 2_222_222_222, tv_nsec: 999_999_999))
            var status = s.stat("a")
            s.see("accessed", [status.st_atim.tv_sec, status.st_atim.tv_nsec], [1_111_111_111, 111_111_111])
            s.see("modified", [status.st_mtim.tv_sec, status.st_mtim.tv_nsec], [2_222_222_222, 999_999_999])
            let omit = timespec(tv_sec: 0, tv_nsec: Int(CLINUX_UTIME_OMIT))
            let now = timespec(tv_sec: 0, tv_nsec: Int(CLINUX_UTIME_NOW))
            s.setTimes("a", accessed: omit, modified: past)
            status = s.stat("a")
            s.see("accessed", status.st_atim.tv_sec, 1_111_111_111)
            s.see("modified", status.st_mtim.tv_sec, past.tv_sec)
            s.setTimes("a", accessed: now, modified: omit)
            status = s.stat("a")
            s.see("accessed now", status.st_atim.tv_sec > 1_500_000_000, true)
            s.see("modified", status.st_mtim.tv_sec, past.tv_sec)
            s.setTimes("a", accessed: past, modified: timespec(tv_sec: 1, tv_nsec: 1_000_000_000), .fails(EINVAL))
            s.setTimes("none", accessed: past, modified: past, .fails(ENOENT))
            s.setTimes("a", accessed: past, modified: timespec(tv_sec: -1000, tv_nsec: 0))
            s.see("before 1970", s.stat("a").st_mtim.tv_sec, -1000)
        },
        ConformanceCase("an open file's times are set through it") { s in
            s.put("a", "content")
            s.with("a", O_RDONLY) { file in
                s.call("futimens") { futimens(file, [past, past]) }
                s.see("modified", s.fstat(file).st_mtim.tv_nsec, past.tv_nsec)
            }
        },
        ConformanceCase("what changes a file's content moves its time, and only that") { s in
            s.put("a", "content")
            setBack(s, "a")
            s.with("a", O_WRONLY) { s.write($0, "x", at: 0) }
            sees(s, "a", modified: true)
            setBack(s, "a")
            s.truncate("a", to: 3)
            sees(s, "a", modified: true)
            setBack(s, "a")
            s.chmod("a", 0o600)
            s.link("a", "b")
            s.rename("b", "c")
            s.unlink("c")
            sees(s, "a", modified: false)
            s.see("changed", s.stat("a").st_ctim.tv_sec > 1_500_000_000, true)
            s.with("a", O_WRONLY | O_TRUNC) { _ in }
            sees(s, "a", modified: true)
            setBack(s, "a")
            s.with("a", O_RDONLY) { s.read($0, 10) }
            sees(s, "a", modified: false)
        },
        ConformanceCase("times that were set stay when the file is closed") { s in
            s.with("a", O_RDWR | O_CREAT) { file in
                s.write(file, "content")
                s.call("futimens") { futimens(file, [past, past]) }
            }
            sees(s, "a", modified: false)
        },
        ConformanceCase("what changes a folder's names moves its time") { s in
            s.mkdir("d")
            s.mkdir("e")
            let changes: [(String, () -> Void)] = [
                ("create", { s.put("d/a") }), ("link", { s.link("d/a", "d/b") }),
                ("rename away", { s.rename("d/b", "e/b") }), ("rename back", { s.rename("e/b", "d/b") }),
                ("unlink", { s.unlink("d/b") }), ("mkdir", { s.mkdir("d/sub") }), ("rmdir", { s.rmdir("d/sub") }),
                ("symlink", { s.symlink("x", "d/l") }), ("mknod", { s.mknod("d/p", mode: S_IFIFO | 0o600) }),
            ]
            for (name, change) in changes {
                setBack(s, "d")
                change()
                s.see(name, name)
                sees(s, "d", modified: true)
            }
            setBack(s, "d")
            s.with("d/a", O_WRONLY) { s.write($0, "x") }
            s.stat("d/none", .fails(ENOENT))
            sees(s, "d", modified: false)
        },
    ]
}
