import CLinux
import Glibc

extension ConformanceCase {
    static let data: [ConformanceCase] = [
        ConformanceCase("writes land where they are told and extend the file") { s in
            let file = s.open("a", O_RDWR | O_CREAT)
            s.write(file, "0123456789")
            s.write(file, "abc", at: 3)
            s.write(file, "end", at: 20)
            s.fstat(file)
            s.read(file, 100, at: 0)
            s.read(file, 100, at: 23)
            s.read(file, 100, at: 1000)
            s.seek(file, -3, SEEK_END)
            s.read(file, 100)
            s.seek(file, -1, SEEK_SET, .fails(EINVAL))
            s.seek(file, 100, SEEK_END)
            s.write(file, "x")
            s.fstat(file)
            s.read(file, 1, at: -1, .fails(EINVAL))
            s.close(file)
        },
        ConformanceCase("truncation cuts, and gives back zeros") { s in
            s.put("a", "0123456789")
            s.truncate("a", to: 4)
            s.holds("a", "0123")
            s.truncate("a", to: 8)
            s.holds("a", "0123\0\0\0\0")
            s.truncate("a", to: 0)
            s.stat("a")
            s.truncate("none", to: 0, .fails(ENOENT))
            s.mkdir("d")
            s.truncate("d", to: 0, .fails(EISDIR))
            s.truncate("a", to: -1, .fails(EINVAL))
            s.with("a", O_RDWR) {
                s.resize($0, to: 100_000)
                s.fstat($0)
                s.write($0, "x", at: 50_000)
                s.resize($0, to: 50_000)
                s.resize($0, to: 60_000)
                s.read($0, 60_000, at: 0)
            }
        },
        ConformanceCase("large blocks come back as they were written") { s in
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
            s.with("a", O_RDWR | O_CREAT) { file in
                s.write(file, bytes)
                s.see("same", s.read(file, 4_000_000, at: 0) == bytes, true)
                s.write(file, Array(bytes[..<777_777]), at: 1_111_111)
                s.read(file, 1_000_000, at: 1_000_000)
                s.fstat(file)
            }
            s.with("a", O_RDONLY) { s.read($0, 4_000_000) }
        },
        ConformanceCase("vectors of buffers are read and written in one go") { s in
            s.with("a", O_RDWR | O_CREAT) { file in
                var first = Array("first ".utf8)
                var second = Array("second".utf8)
                s.call("writev") {
                    first.withUnsafeMutableBytes { one in
                        second.withUnsafeMutableBytes { two in
                            writev(
                                file,
                                [
                                    iovec(iov_base: one.baseAddress, iov_len: one.count),
                                    iovec(iov_base: two.baseAddress, iov_len: two.count),
                                ], 2)
                        }
                    }
                }
                s.read(file, 100, at: 0)
            }
        },
        ConformanceCase("two descriptors see each other's writes and sizes at once") { s in
            s.put("a", "0123456789")
            let one = s.open("a", O_RDWR)
            let two = s.open("a", O_RDWR)
            s.read(two, 100, at: 0)
            s.write(one, "AB", at: 0)
            s.read(two, 100, at: 0)
            s.write(two, "more", at: 10)
            s.fstat(one)
            s.read(one, 100, at: 0)
            s.resize(one, to: 2)
            s.fstat(two)
            s.read(two, 100, at: 0)
            s.truncate("a", to: 5)
            s.read(one, 100, at: 0)
            s.close(one)
            s.close(two)
        },
        ConformanceCase("syncing succeeds on files and folders") { s in
            s.mkdir("d")
            s.with("d/a", O_RDWR | O_CREAT) { file in
                s.write(file, "content")
                s.call("fsync") { fsync(file) }
                s.call("fdatasync") { fdatasync(file) }
                s.call("syncfs") { syncfs(file) }
            }
            s.with("d/a", O_RDONLY) { file in s.call("fsync") { fsync(file) } }
            s.with("d", O_RDONLY | O_DIRECTORY) { folder in s.call("fsync") { fsync(folder) } }
            s.with("d/b", O_WRONLY | O_CREAT | O_SYNC) { s.write($0, "synced") }
            s.holds("d/b", "synced")
        },
        ConformanceCase("copy_file_range copies inside and between files") { s in
            s.put("a", "0123456789")
            s.with("a", O_RDWR) { from in
                s.with("b", O_RDWR | O_CREAT) { to in
                    var source: off_t = 2
                    s.see("copied", s.call("copy 5") { copy_file_range(from, &source, to, nil, 5, 0) }, 5)
                    s.see("source", source, 7)
                    s.see("copied", s.call("copy 100") { copy_file_range(from, &source, to, nil, 100, 0) }, 3)
                    s.see("copied", s.call("copy at the end") { copy_file_range(from, &source, to, nil, 9, 0) }, 0)
                    s.read(to, 100, at: 0)
                }
                var source: off_t = 0
                var target: off_t = 20
                s.see("copied", s.call("copy inside") { copy_file_range(from, &source, from, &target, 10, 0) }, 10)
                s.read(from, 100, at: 0)
                target = 5
                source = 0
                s.call("copy onto itself", .fails(EINVAL)) { copy_file_range(from, &source, from, &target, 10, 0) }
            }
            s.with("b", O_RDONLY) { from in
                s.with("a", O_RDONLY) { to in
                    s.call("copy to read-only", .fails(EBADF)) { copy_file_range(from, nil, to, nil, 5, 0) }
                }
            }
        },
        ConformanceCase("sendfile and splice move a file's bytes") { s in
            s.put("a", String(repeating: "0123456789", count: 10_000))
            s.with("a", O_RDONLY) { from in
                s.with("b", O_RDWR | O_CREAT) { to in
                    var offset: off_t = 5
                    s.see("sent", s.call("sendfile") { sendfile(to, from, &offset, 200_000) }, 99_995)
                    s.read(to, 200_000, at: 0)
                }
            }
            var ends: [CInt] = [0, 0]
            s.call("pipe") { pipe2(&ends, O_CLOEXEC) }
            s.with("a", O_RDWR) { file in
                var offset: off_t = 3
                s.see("spliced", s.call("splice out") { splice(file, &offset, ends[1], nil, 4096, 0) }, 4096)
                offset = 100_000
                s.see("spliced", s.call("splice in") { splice(ends[0], nil, file, &offset, 4096, 0) }, 4096)
                s.read(file, 200_000, at: 0)
            }
            s.close(ends[0])
            s.close(ends[1])
        },
        ConformanceCase("a descriptor's flags can be changed while it is open") { s in
            s.put("a", "start")
            s.with("a", O_WRONLY) { file in
                s.call("fcntl APPEND") { fcntl(file, F_SETFL, O_APPEND) }
                s.write(file, " end")
                s.call("fcntl none") { fcntl(file, F_SETFL, 0) }
                s.write(file, "S", at: 0)
            }
            s.holds("a", "Start end")
            let one = s.open("a", O_RDONLY)
            let two = s.call("dup") { dup(one) }
            s.read(one, 3)
            s.read(two, 3)
            s.close(one)
            s.read(two, 100)
            s.close(two)
        },
    ]
}
