import CFuse3
import Glibc

/// The first exchange with the kernel, in which libfuse 3.14 can't speak of everything that a newer kernel offers:
/// what it leaves out is read from the request and added to the answer on its way.
struct Initialization {
    let wantsPassthrough: Bool
    let stackDepth: Int
    private var unique: UInt64?
    private var offered: UInt64 = 0

    init(wantsPassthrough: Bool, stackDepth: Int) {
        self.wantsPassthrough = wantsPassthrough
        self.stackDepth = stackDepth
    }

    /// Takes note of what the kernel offers.
    mutating func received(_ message: UnsafeRawBufferPointer) {
        let headerSize = MemoryLayout<fuse_in_header>.size
        guard message.count >= headerSize + 16 else { return }
        let header = message.loadUnaligned(as: fuse_in_header.self)
        guard header.opcode == FUSE_INIT.rawValue else { return }
        unique = header.unique
        func word(_ index: Int) -> UInt64 {
            let offset = headerSize + 4 * index
            return offset + 4 <= message.count
                ? UInt64(message.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) : 0
        }
        offered = word(3)
        if offered & UInt64(FUSE_INIT_EXT) != 0 { offered |= word(4) << 32 }
    }

    /// Adds to the answer, if these vectors are the answer.
    /// - Returns: whether the kernel was asked for passthrough; nil if it wasn't the answer.
    func amend(_ vectors: UnsafeMutableBufferPointer<iovec>) -> Bool? {
        guard let unique, vectors.count >= 2, vectors[0].iov_len >= 16,
            vectors[0].iov_base.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == unique
        else { return nil }
        let body = vectors[1].iov_base!
        guard vectors[1].iov_len >= MemoryLayout<fuse_init_out>.size else { return false }
        var answer = body.loadUnaligned(as: fuse_init_out.self)
        let passthrough = wantsPassthrough && offered & FPSIM_FUSE_PASSTHROUGH != 0
        // The kernel says which writes take set-user-ID bits away. Otherwise it asks for security.capability before
        // each single write.
        answer.flags |= UInt32(truncatingIfNeeded: offered) & UInt32(FUSE_HANDLE_KILLPRIV_V2)
        var extended = offered & FPSIM_FUSE_DIRECT_IO_ALLOW_MMAP
        if passthrough { extended |= FPSIM_FUSE_PASSTHROUGH }
        if extended != 0 {
            answer.flags |= UInt32(FUSE_INIT_EXT)
            answer.flags2 |= UInt32(extended >> 32)
        }
        // max_stack_depth, which older headers don't name.
        if passthrough { answer.unused.0 = UInt32(stackDepth) }
        body.copyMemory(from: &answer, byteCount: MemoryLayout<fuse_init_out>.size)
        return passthrough
    }
}

/// How libfuse reaches the kernel: as it would by itself, but for the answer to INIT.
let customTransport = fuse_custom_io(
    writev: { descriptor, vectors, count, userData in
        let session = Unmanaged<FileSystemSession>.fromOpaque(userData!).takeUnretainedValue()
        if let initialization = session.initialization,
            let passthrough = initialization.amend(UnsafeMutableBufferPointer(start: vectors, count: Int(count)))
        {
            session.initialization = nil
            session.canPassThrough = passthrough
        }
        return writev(descriptor, vectors, count)
    },
    read: { descriptor, buffer, count, userData in
        let size = read(descriptor, buffer, count)
        if size > 0 {
            let session = Unmanaged<FileSystemSession>.fromOpaque(userData!).takeUnretainedValue()
            session.initialization?.received(UnsafeRawBufferPointer(start: buffer, count: size))
        }
        return size
    },
    splice_receive: nil,
    splice_send: { input, inputOffset, output, outputOffset, count, flags, _ in
        splice(input, inputOffset, output, outputOffset, count, flags)
    })

/// libfuse's init callback: capabilities and limits.
func negotiate(_ connection: inout fuse_conn_info) {
    func want(_ capability: CInt, _ wanted: Bool = true) {
        let bit = UInt32(bitPattern: capability)
        if wanted { connection.want |= connection.capable & bit } else { connection.want &= ~bit }
    }
    want(FUSE_CAP_ASYNC_READ)
    want(FUSE_CAP_PARALLEL_DIROPS)
    want(FUSE_CAP_ATOMIC_O_TRUNC)
    want(FUSE_CAP_ASYNC_DIO)
    want(FUSE_CAP_SPLICE_WRITE)
    want(FUSE_CAP_SPLICE_MOVE)
    want(FUSE_CAP_READDIRPLUS)
    want(FUSE_CAP_READDIRPLUS_AUTO)
    // The provider applies the umask, because a default ACL of the source takes its place.
    want(FUSE_CAP_DONT_MASK)
    // Its second version, in which the kernel says when, is among what libfuse doesn't know (see `amend`).
    want(FUSE_CAP_HANDLE_KILLPRIV, false)
    // flock(2) and fcntl(2) locks stay in the kernel: a blocking one in a handler would deadlock.
    want(FUSE_CAP_POSIX_LOCKS, false)
    want(FUSE_CAP_FLOCK_LOCKS, false)
    // The kernel's own limit of twelve lets twelve held readaheads freeze every other file's reads.
    connection.max_background = 65535
    connection.congestion_threshold = 65535
    connection.time_gran = 1
}
