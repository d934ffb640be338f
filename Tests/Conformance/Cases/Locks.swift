import CLinux
import Glibc
import SystemIO

extension ConformanceCase {
    private static func range(_ type: CInt, _ start: off_t = 0, _ length: off_t = 0) -> flock {
        var range = flock()
        range.l_type = Int16(type)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = start
        range.l_len = length
        return range
    }

    /// What another process would get. The answer is recorded as a step of the case.
    private static func other(
        _ s: Scene, _ what: String, _ wanted: String, _ body: @escaping @Sendable (CInt) -> CInt
    ) {
        let folder = SystemUser.workingDirectory
        let outcome = try? OwnThread.runAsOtherLockOwner(in: folder) {
            let file = Glibc.open("a", O_RDWR | O_CLOEXEC)
            defer { Glibc.close(file) }
            let result = body(file)
            if result < 0 { return errno == EAGAIN || errno == EACCES ? "held" : Errno.current.name }
            return result == 0 ? "ok" : "\(result)"
        }
        s.see("another process: \(what)", outcome ?? "no thread", wanted)
    }

    private static func tryLock(_ type: CInt, _ start: off_t = 0, _ length: off_t = 0) -> @Sendable (CInt) -> CInt {
        { file in
            var wish = range(type, start, length)
            return fcntl(file, F_SETLK, &wish)
        }
    }

    static let locks: [ConformanceCase] = [
        ConformanceCase("POSIX locks keep other processes out of a range") { s in
            s.put("a", "0123456789")
            s.with("a", O_RDWR) { file in
                var exclusive = range(F_WRLCK, 0, 5)
                var shared = range(F_RDLCK, 5, 5)
                s.call("lock 0..5") { fcntl(file, F_SETLK, &exclusive) }
                s.call("share 5..10") { fcntl(file, F_SETLK, &shared) }
                other(s, "read 0", "held", tryLock(F_RDLCK, 0, 1))
                other(s, "write 5", "held", tryLock(F_WRLCK, 5, 1))
                other(s, "read 5", "ok", tryLock(F_RDLCK, 5, 1))
                other(s, "write 10", "ok", tryLock(F_WRLCK, 10, 1))
                other(s, "who holds 0", "1") { file in
                    var wish = range(F_WRLCK, 0, 1)
                    guard fcntl(file, F_GETLK, &wish) == 0 else { return -1 }
                    return wish.l_type == Int16(F_WRLCK) && wish.l_start == 0 && wish.l_len == 5 ? 1 : 2
                }
                var middle = range(F_UNLCK, 2, 1)
                s.call("unlock 2") { fcntl(file, F_SETLK, &middle) }
                other(s, "write 2", "ok", tryLock(F_WRLCK, 2, 1))
                other(s, "write 3", "held", tryLock(F_WRLCK, 3, 1))
                s.close(s.open("a", O_RDONLY))
                other(s, "write 3 after any close by the owner", "ok", tryLock(F_WRLCK, 3, 1))
            }
        },
        ConformanceCase("locks of open files belong to the open file") { s in
            s.put("a", "0123456789")
            let one = s.open("a", O_RDWR)
            let two = s.open("a", O_RDWR)
            var whole = range(F_WRLCK)
            let set = CInt(CLINUX_F_OFD_SETLK)
            s.call("lock one") { fcntl(one, set, &whole) }
            whole = range(F_WRLCK)
            s.call("lock two", .failsWithOneOf([EAGAIN, EACCES])) { fcntl(two, set, &whole) }
            s.close(s.open("a", O_RDONLY))
            whole = range(F_RDLCK)
            s.call("lock two", .failsWithOneOf([EAGAIN, EACCES])) { fcntl(two, set, &whole) }
            s.close(one)
            whole = range(F_RDLCK)
            s.call("lock two") { fcntl(two, set, &whole) }
            other(s, "write", "held", tryLock(F_WRLCK))
            s.close(two)
            other(s, "write", "ok", tryLock(F_WRLCK))
        },
        ConformanceCase("flock locks whole files, shared or alone") { s in
            s.put("a")
            let one = s.open("a", O_RDONLY)
            let two = s.open("a", O_RDONLY)
            s.call("share one") { flock(one, LOCK_SH | LOCK_NB) }
            s.call("share two") { flock(two, LOCK_SH | LOCK_NB) }
            s.call("alone two", .fails(EAGAIN)) { flock(two, LOCK_EX | LOCK_NB) }
            s.call("unlock one") { flock(one, LOCK_UN) }
            s.call("alone two") { flock(two, LOCK_EX | LOCK_NB) }
            s.call("share one", .fails(EAGAIN)) { flock(one, LOCK_SH | LOCK_NB) }
            let copy = s.call("dup") { dup(two) }
            s.close(two)
            s.call("share one", .fails(EAGAIN)) { flock(one, LOCK_SH | LOCK_NB) }
            s.close(copy)
            s.call("share one") { flock(one, LOCK_SH | LOCK_NB) }
            s.close(one)
        },
        ConformanceCase("a lock that is waited for comes when it is given up") { s in
            s.put("a")
            let one = s.open("a", O_RDWR)
            s.call("alone") { flock(one, LOCK_EX) }
            let folder = SystemUser.workingDirectory
            let waiting = LockWaiter(folder: folder)
            s.see("waits", waiting.isBlocked, true)
            s.call("unlock") { flock(one, LOCK_UN) }
            s.see("got it", waiting.result, 0)
            s.close(one)
        },
        ConformanceCase("locks on a descriptor of the wrong mode are refused") { s in
            s.put("a")
            s.with("a", O_RDONLY) { file in
                var wish = range(F_WRLCK)
                s.call("write lock", .fails(EBADF)) { fcntl(file, F_SETLK, &wish) }
            }
            s.with("a", O_WRONLY) { file in
                var wish = range(F_RDLCK)
                s.call("read lock", .fails(EBADF)) { fcntl(file, F_SETLK, &wish) }
            }
        },
    ]
}
