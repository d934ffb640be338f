import CLinux
import Glibc

extension ConformanceCase {
    private static let dataWhence = CInt(CLINUX_SEEK_DATA)
    private static let holeWhence = CInt(CLINUX_SEEK_HOLE)
    private static let keepSize = CInt(CLINUX_FALLOC_FL_KEEP_SIZE)
    private static let punch = CInt(CLINUX_FALLOC_FL_PUNCH_HOLE) | keepSize
    private static let zero = CInt(CLINUX_FALLOC_FL_ZERO_RANGE)

    /// A file of 64 KiB of the letter a.
    private static func letters(_ s: Scene, _ body: (CInt) -> Void) {
        s.with("a", O_RDWR | O_CREAT) { file in
            s.write(file, [UInt8](repeating: 0x61, count: 65536))
            body(file)
        }
    }

    static let holes: [ConformanceCase] = [
        ConformanceCase("fallocate reserves, and extends unless told to keep the size") { s in
            s.with("a", O_RDWR | O_CREAT) { file in
                s.write(file, "content")
                s.call("fallocate") { fallocate(file, 0, 0, 65536) }
                let status = s.fstat(file)
                s.see("reserved", status.st_blocks * 512 >= 65536, true)
                s.read(file, 100, at: 0)
                s.call("fallocate keeping") { fallocate(file, keepSize, 65536, 65536) }
                s.fstat(file)
                s.call("fallocate nothing", .fails(EINVAL)) { fallocate(file, 0, 0, 0) }
                s.call("fallocate before", .fails(EINVAL)) { fallocate(file, 0, -1, 10) }
                s.call("posix_fallocate") { posix_fallocate(file, 0, 200_000) == 0 ? 0 : -1 }
                s.fstat(file)
            }
            s.with("a", O_RDONLY) { file in s.call("fallocate", .fails(EBADF)) { fallocate(file, 0, 0, 10) } }
        },
        ConformanceCase("a punched hole reads as zeros and takes no space") { s in
            letters(s) { file in
                s.call("punch") { fallocate(file, punch, 8192, 16384) }
                let status = s.fstat(file)
                s.see("smaller", status.st_blocks * 512 < 65536, true)
                s.read(file, 65536, at: 0)
                s.call("punch unaligned") { fallocate(file, punch, 40_001, 1234) }
                s.read(file, 65536, at: 0)
                s.call("punch past the end") { fallocate(file, punch, 60_000, 100_000) }
                s.fstat(file)
                s.read(file, 65536, at: 0)
                s.call("punch without keeping", .fails(EOPNOTSUPP)) { fallocate(file, punch & ~keepSize, 0, 10) }
            }
        },
        ConformanceCase("a zeroed range does what the file system can") { s in
            letters(s) { file in
                s.call("zero", .anything) { fallocate(file, zero, 1000, 9000) }
                s.read(file, 65536, at: 0)
                s.call("zero past the end", .anything) { fallocate(file, zero, 65000, 9000) }
                s.fstat(file)
            }
        },
        ConformanceCase("data and holes are found by seeking") { s in
            s.with("a", O_RDWR | O_CREAT) { file in
                s.write(file, [UInt8](repeating: 1, count: 65536), at: 0)
                s.write(file, [UInt8](repeating: 1, count: 65536), at: 1 << 20)
                s.resize(file, to: 2 << 20)
                s.call("fsync") { fsync(file) }
                for start: off_t in [0, 1000, 65536, 100_000, 1 << 20, (1 << 20) + 70_000] {
                    s.seek(file, start, dataWhence, .anything)
                    s.seek(file, start, holeWhence, .anything)
                }
                s.seek(file, 2 << 20, dataWhence, .fails(ENXIO))
                s.seek(file, 2 << 20, holeWhence, .fails(ENXIO))
                s.seek(file, 0, SEEK_CUR)
            }
        },
        ConformanceCase("a sparse file of a terabyte costs nothing") { s in
            s.with("a", O_RDWR | O_CREAT) { file in
                s.resize(file, to: 1 << 40)
                s.write(file, "far", at: (1 << 40) - 3)
                s.read(file, 100, at: (1 << 40) - 10)
                s.read(file, 100, at: 1 << 39)
                let status = s.fstat(file)
                s.see("small", status.st_blocks < 1000, true)
            }
        },
    ]
}
