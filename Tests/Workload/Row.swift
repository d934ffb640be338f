import Glibc

/// One kind of load on the working directory. Each is one thread that does nothing else.
enum Row: String, CaseIterable {
    case prepareNames = "prepare-names"
    case prepareFile = "prepare-file"
    case readSequential = "read-sequential"
    case writeSequential = "write-sequential"
    case readRandom = "read-random"
    case stat
    case list
    case createWriteUnlink = "create-write-unlink"
    case openReadClose = "open-read-close"
    case latency
    case coordinatedRead = "coordinated-read"
    case openMany = "open-many"

    struct Options {
        var count = 1000
        var size = 64 << 10
        var block = 128 << 10
        var passes = 1
    }

    func run(_ options: Options) throws -> Measurement {
        switch self {
        case .prepareNames: try prepareNames(options)
        case .prepareFile: try prepareFile(options)
        case .readSequential: try readSequential(options)
        case .writeSequential: try writeSequential(options)
        case .readRandom: try readRandom(options)
        case .stat: try statAll(options)
        case .list: try list(options)
        case .createWriteUnlink: try createWriteUnlink(options)
        case .openReadClose: try openReadClose(options)
        case .latency: try latency(options)
        case .coordinatedRead: try CoordinatedRead(options).measure()
        case .openMany: try openMany(options)
        }
    }

    private static let bigFile = "big"

    private func open(_ path: UnsafePointer<CChar>, _ flags: CInt) throws -> CInt {
        let file = Glibc.open(path, flags | O_CLOEXEC, 0o644)
        if file < 0 { throw WorkloadFailure(call: "open \(String(cString: path))", error: .current) }
        return file
    }

    private func buffer(_ size: Int) -> UnsafeMutableRawBufferPointer {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 4096)
        memset(buffer.baseAddress!, 0x5A, buffer.count)
        return buffer
    }

    /// `count` files of `size` bytes.
    private func prepareNames(_ options: Options) throws -> Measurement {
        let names = NameList(count: options.count)
        let content = buffer(options.size)
        defer { content.deallocate() }
        for index in 0..<names.count {
            let file = try open(names[index], O_WRONLY | O_CREAT | O_TRUNC)
            try Call.check("write", write(file, content.baseAddress, options.size))
            close(file)
        }
        return Measurement()
    }

    private func prepareFile(_ options: Options) throws -> Measurement {
        _ = try writeSequential(options)
        return Measurement()
    }

    /// The whole of the big file in blocks. What the mount itself had cached of it is dropped before, so that the
    /// way through the provider is measured; the caller sees to it that the source is in memory.
    private func readSequential(_ options: Options) throws -> Measurement {
        let file = try open(Row.bigFile, O_RDONLY)
        defer { close(file) }
        let memory = buffer(options.block)
        defer { memory.deallocate() }
        var measurement = Measurement()
        let watch = Stopwatch()
        while true {
            let count = try Call.check("read", read(file, memory.baseAddress, memory.count))
            if count == 0 { break }
            measurement.bytes += count
            measurement.operations += 1
        }
        measurement.nanoseconds = watch.nanoseconds
        return measurement
    }

    private func writeSequential(_ options: Options) throws -> Measurement {
        let memory = buffer(options.block)
        defer { memory.deallocate() }
        let file = try open(Row.bigFile, O_WRONLY | O_CREAT)
        var measurement = Measurement()
        let watch = Stopwatch()
        while measurement.bytes < options.size {
            measurement.bytes += try Call.check("write", write(file, memory.baseAddress, memory.count))
            measurement.operations += 1
        }
        try Call.check("close", close(file))
        measurement.nanoseconds = watch.nanoseconds
        return measurement
    }

    private func readRandom(_ options: Options) throws -> Measurement {
        let file = try open(Row.bigFile, O_RDONLY)
        defer { close(file) }
        posix_fadvise(file, 0, 0, 1)
        let memory = buffer(4096)
        defer { memory.deallocate() }
        let blocks = UInt64(try Call.check("lseek", lseek(file, 0, SEEK_END)) / 4096)
        var state: UInt64 = 88_172_645_463_325_252
        var measurement = Measurement()
        let watch = Stopwatch()
        for _ in 0..<options.count {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            measurement.bytes += try Call.check(
                "pread", pread(file, memory.baseAddress, 4096, off_t(state % blocks) * 4096))
        }
        measurement.nanoseconds = watch.nanoseconds
        measurement.operations = options.count
        return measurement
    }

    private func statAll(_ options: Options) throws -> Measurement {
        let names = NameList(count: options.count)
        var status = Glibc.stat()
        var measurement = Measurement()
        let watch = Stopwatch()
        for _ in 0..<options.passes {
            for index in 0..<names.count {
                try Call.check("stat", fstatat(AT_FDCWD, names[index], &status, 0))
            }
        }
        measurement.nanoseconds = watch.nanoseconds
        measurement.operations = options.count * options.passes
        return measurement
    }

    /// A listing as `ls -l` and every walk of a tree do it: each name is looked at.
    private func list(_ options: Options) throws -> Measurement {
        var status = Glibc.stat()
        var measurement = Measurement()
        let watch = Stopwatch()
        for _ in 0..<options.passes {
            guard let stream = opendir(".") else { throw WorkloadFailure(call: "opendir", error: .current) }
            defer { closedir(stream) }
            let folder = dirfd(stream)
            while let entry = readdir(stream) {
                try withUnsafePointer(to: &entry.pointee.d_name) {
                    try $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                        _ = try Call.check("fstatat", fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW))
                    }
                }
                measurement.operations += 1
            }
        }
        measurement.nanoseconds = watch.nanoseconds
        if measurement.operations < options.count * options.passes {
            throw WorkloadFailure(call: "only \(measurement.operations) names listed", error: .ioError)
        }
        return measurement
    }

    private func createWriteUnlink(_ options: Options) throws -> Measurement {
        let content = buffer(4096)
        defer { content.deallocate() }
        let names = (0..<options.count).map { Array("new-\($0)".utf8CString) }
        var measurement = Measurement()
        let watch = Stopwatch()
        for name in names {
            let file = try open(name, O_WRONLY | O_CREAT | O_EXCL)
            try Call.check("write", write(file, content.baseAddress, 4096))
            try Call.check("close", close(file))
        }
        for name in names { try Call.check("unlink", unlink(name)) }
        measurement.nanoseconds = watch.nanoseconds
        measurement.operations = options.count
        return measurement
    }

    private func openReadClose(_ options: Options) throws -> Measurement {
        let names = NameList(count: options.count)
        let memory = buffer(options.size)
        defer { memory.deallocate() }
        var measurement = Measurement()
        let watch = Stopwatch()
        for _ in 0..<options.passes {
            for index in 0..<names.count {
                let file = try open(names[index], O_RDONLY)
                while try Call.check("read", read(file, memory.baseAddress, memory.count)) > 0 {}
                close(file)
            }
        }
        measurement.nanoseconds = watch.nanoseconds
        measurement.operations = options.count * options.passes
        return measurement
    }

    /// One read of `size` bytes after another, each by a new open, timed alone.
    private func latency(_ options: Options) throws -> Measurement {
        let names = NameList(count: min(options.count, 1000))
        let memory = buffer(options.size)
        defer { memory.deallocate() }
        var measurement = Measurement()
        let watch = Stopwatch()
        for index in 0..<options.count {
            let one = Stopwatch()
            let file = try open(names[index % names.count], O_RDONLY)
            try Call.check("read", read(file, memory.baseAddress, memory.count))
            close(file)
            measurement.samples.append(one.nanoseconds)
        }
        measurement.nanoseconds = watch.nanoseconds
        measurement.operations = options.count
        return measurement
    }

    /// All files open at once, then each of them read.
    private func openMany(_ options: Options) throws -> Measurement {
        let names = NameList(count: options.count)
        let memory = buffer(4096)
        defer { memory.deallocate() }
        let watch = Stopwatch()
        let files = try (0..<names.count).map { try open(names[$0], O_RDWR) }
        for file in files {
            try Call.check("pread", pread(file, memory.baseAddress, 4096, 0))
            try Call.check("pwrite", pwrite(file, memory.baseAddress, 1, 0))
        }
        for file in files { try Call.check("close", close(file)) }
        var measurement = Measurement()
        measurement.nanoseconds = watch.nanoseconds
        measurement.operations = options.count
        return measurement
    }
}
