import CLinux
import Glibc

extension ConformanceCase {
    /// Maps the file's first bytes, does, unmaps.
    private static func map(
        _ s: Scene, _ file: CInt, _ length: Int, _ protection: CInt, _ flags: CInt, _ wanted: Scene.Wanted = .success,
        _ body: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        var start: UnsafeMutableRawPointer?
        s.call("mmap \(length) \(flags == MAP_SHARED ? "shared" : "private") protection \(protection)", wanted) {
            start = mmap(nil, length, protection, flags, file, 0)
            return start == MAP_FAILED ? -1 : 0
        }
        guard let start, start != MAP_FAILED else { return }
        body(UnsafeMutableRawBufferPointer(start: start, count: length))
        s.call("munmap") { munmap(start, length) }
    }

    static let mapping: [ConformanceCase] = [
        ConformanceCase("a shared mapping and the file show each other's changes") { s in
            s.put("a", String(repeating: "0123456789abcdef", count: 1024))
            s.with("a", O_RDWR) { file in
                map(s, file, 16384, PROT_READ | PROT_WRITE, MAP_SHARED) { memory in
                    s.see("begins", String(decoding: memory[..<16], as: UTF8.self), "0123456789abcdef")
                    memory[5000] = UInt8(ascii: "M")
                    s.see("read", s.read(file, 3, at: 4999))
                    s.write(file, "W", at: 9000)
                    s.see("mapped", memory[9000], UInt8(ascii: "W"))
                    s.call("msync") { msync(memory.baseAddress, memory.count, MS_SYNC) }
                }
            }
            s.with("a", O_RDONLY) { s.read($0, 20000) }
        },
        ConformanceCase("a private mapping keeps its changes to itself") { s in
            s.put("a", "content")
            s.with("a", O_RDONLY) { file in
                map(s, file, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE) { memory in
                    memory[0] = UInt8(ascii: "X")
                    s.see("mapped", String(decoding: memory[..<7], as: UTF8.self), "Xontent")
                    s.see("the rest of the page is zero", memory[7...].allSatisfy { $0 == 0 }, true)
                }
            }
            s.holds("a", "content")
        },
        ConformanceCase("a mapping outlives its descriptor and the file's name") { s in
            s.put("a", "content")
            let file = s.open("a", O_RDWR)
            map(s, file, 4096, PROT_READ | PROT_WRITE, MAP_SHARED) { memory in
                s.close(file)
                s.unlink("a")
                memory[0] = UInt8(ascii: "C")
                s.call("msync") { msync(memory.baseAddress, memory.count, MS_SYNC) }
                s.see("mapped", String(decoding: memory[..<7], as: UTF8.self), "Content")
            }
        },
        ConformanceCase("a mapping needs the rights of its descriptor") { s in
            s.put("a", "content")
            s.with("a", O_RDONLY) { file in
                map(s, file, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, .fails(EACCES)) { _ in }
                map(s, file, 4096, PROT_READ, MAP_SHARED) { _ in }
            }
            s.with("a", O_WRONLY) { file in
                map(s, file, 4096, PROT_READ, MAP_PRIVATE, .fails(EACCES)) { _ in }
            }
            s.mkdir("d")
            s.with("d", O_RDONLY) { folder in map(s, folder, 4096, PROT_READ, MAP_PRIVATE, .fails(ENODEV)) { _ in } }
        },
        ConformanceCase("pages past the end of a cut file are gone") { s in
            s.put("a", String(repeating: "x", count: 8192))
            s.with("a", O_RDWR) { file in
                map(s, file, 8192, PROT_READ, MAP_SHARED) { memory in
                    s.see("second page is there", Self.isReadable(memory.baseAddress! + 4096), true)
                    s.resize(file, to: 100)
                    s.see("second page is there", Self.isReadable(memory.baseAddress! + 4096), false)
                    s.see("after the end is zero", memory[100...4095].allSatisfy { $0 == 0 }, true)
                    s.resize(file, to: 8192)
                    s.see("second page is there", Self.isReadable(memory.baseAddress! + 4096), true)
                    s.see("it holds zeros", memory[4096], 0)
                }
            }
        },
        ConformanceCase("a mapping written while a file is extended keeps both") { s in
            s.put("a", String(repeating: "x", count: 4096))
            s.with("a", O_RDWR) { file in
                map(s, file, 8192, PROT_READ | PROT_WRITE, MAP_SHARED) { memory in
                    memory[10] = UInt8(ascii: "M")
                    s.write(file, String(repeating: "y", count: 4096), at: 4096)
                    memory[5000] = UInt8(ascii: "N")
                    s.read(file, 8192, at: 0)
                }
                s.fstat(file)
            }
        },
    ]

    /// Asks the kernel to read a byte, which says EFAULT where touching it would kill the process by SIGBUS.
    private static func isReadable(_ address: UnsafeMutableRawPointer) -> Bool {
        var byte: UInt8 = 0
        return withUnsafeMutableBytes(of: &byte) { buffer in
            var local = iovec(iov_base: buffer.baseAddress, iov_len: 1)
            var remote = iovec(iov_base: address, iov_len: 1)
            return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1
        }
    }
}
