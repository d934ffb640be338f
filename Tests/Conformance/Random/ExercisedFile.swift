import CLinux
import Glibc
import SystemIO

/// A file and the bytes that it should hold.
final class ExercisedFile {
    private var model: [UInt8] = []
    private var descriptor: CInt
    private let path = "data"

    init?() {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// - Returns: What went wrong, nil where nothing did.
    func apply(_ operation: DataOperation) -> String? {
        switch operation {
        case .write(let offset, let length, let salt): write(bytes(length, salt), at: offset)
        case .append(let length, let salt): append(bytes(length, salt))
        case .read(let offset, let length): compare(offset, length)
        case .truncate(let size): truncate(to: size)
        case .mapWrite(let offset, let length, let salt): mapWrite(bytes(length, salt), at: offset)
        case .mapRead(let offset, let length): mapRead(offset, length)
        case .directWrite(let block, let blocks, let salt): direct(block, blocks, salt: salt)
        case .directRead(let block, let blocks): direct(block, blocks, salt: nil)
        case .punch(let offset, let length): punch(offset, length)
        case .allocate(let offset, let length): allocate(offset, length)
        case .copy(let from, let to, let length): copy(from, to, length)
        case .sync: fsync(descriptor) == 0 ? nil : failure("fsync")
        case .reopen: reopen()
        }
    }

    func compareAll() -> String? { sizeProblem() ?? reopen() ?? compare(0, DataOperation.largest * 2) }

    private func bytes(_ length: Int, _ salt: UInt8) -> [UInt8] {
        BytePattern.bytes(length, salt: salt)
    }

    private func failure(_ call: String) -> String { "\(call) fails with \(Errno.current)" }

    private func sizeProblem() -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return failure("fstat") }
        return Int(status.st_size) == model.count ? nil : "the size is \(status.st_size), not \(model.count)"
    }

    private func place(_ bytes: [UInt8], at offset: Int) {
        if model.count < offset + bytes.count {
            model.append(contentsOf: repeatElement(0, count: offset + bytes.count - model.count))
        }
        model.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }

    private func write(_ bytes: [UInt8], at offset: Int) -> String? {
        let count = pwrite(descriptor, bytes, bytes.count, off_t(offset))
        guard count == bytes.count else { return count < 0 ? failure("pwrite") : "only \(count) written" }
        place(bytes, at: offset)
        return sizeProblem()
    }

    private func append(_ bytes: [UInt8]) -> String? {
        guard model.count + bytes.count <= DataOperation.largest * 2 else { return nil }
        let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(file) }
        let count = Glibc.write(file, bytes, bytes.count)
        guard count == bytes.count else { return failure("append") }
        place(bytes, at: model.count)
        return sizeProblem()
    }

    private func difference(_ got: UnsafeRawBufferPointer, at offset: Int) -> String? {
        guard !got.isEmpty else { return nil }
        return model[offset..<(offset + got.count)].withUnsafeBytes { wanted in
            if memcmp(got.baseAddress!, wanted.baseAddress!, got.count) == 0 { return nil }
            let index = got.indices.first { got[$0] != wanted[$0] } ?? 0
            return "byte \(offset + index) of \(model.count) is \(got[index]), not \(wanted[index])"
        }
    }

    private func compare(_ offset: Int, _ length: Int) -> String? {
        var buffer = [UInt8](repeating: 0xEE, count: length)
        let count = pread(descriptor, &buffer, length, off_t(offset))
        guard count >= 0 else { return failure("pread") }
        let wanted = max(0, min(length, model.count - offset))
        guard count == wanted else { return "read gives \(count) bytes, not \(wanted)" }
        return buffer[..<count].withUnsafeBytes { difference($0, at: offset) }
    }

    private func truncate(to size: Int) -> String? {
        guard ftruncate(descriptor, off_t(size)) == 0 else { return failure("ftruncate") }
        resizeModel(to: size)
        return sizeProblem()
    }

    private func resizeModel(to size: Int) {
        if size < model.count {
            model.removeLast(model.count - size)
        } else {
            model.append(contentsOf: repeatElement(0, count: size - model.count))
        }
    }

    private func map(_ length: Int, _ body: (UnsafeMutableRawBufferPointer) -> String?) -> String? {
        let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let start, start != MAP_FAILED else { return failure("mmap") }
        defer { munmap(start, length) }
        return body(UnsafeMutableRawBufferPointer(start: start, count: length))
    }

    /// A mapping doesn't extend a file, so the file is extended first, as fsx does.
    private func mapWrite(_ bytes: [UInt8], at offset: Int) -> String? {
        let end = offset + bytes.count
        if model.count < end, let problem = truncate(to: end) { return problem }
        place(bytes, at: offset)
        return map(end) { memory in
            memcpy(memory.baseAddress! + offset, bytes, bytes.count)
            return nil
        }
    }

    private func mapRead(_ offset: Int, _ length: Int) -> String? {
        let end = min(offset + length, model.count)
        guard offset < end else { return nil }
        return map(end) { memory in difference(UnsafeRawBufferPointer(rebasing: memory[offset..<end]), at: offset) }
    }

    /// Whole blocks past the page cache, on a descriptor of its own. A file system without O_DIRECT is let off.
    private func direct(_ block: Int, _ blocks: Int, salt: UInt8?) -> String? {
        let file = open(path, O_RDWR | O_CLOEXEC | CInt(CLINUX_O_DIRECT))
        guard file >= 0 else { return errno == EINVAL ? nil : failure("open with O_DIRECT") }
        defer { close(file) }
        let (offset, length) = (block * DataOperation.block, blocks * DataOperation.block)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: DataOperation.block)
        defer { buffer.deallocate() }
        if let salt {
            let content = bytes(length, salt)
            memcpy(buffer.baseAddress!, content, length)
            let count = pwrite(file, buffer.baseAddress, length, off_t(offset))
            guard count == length else { return count < 0 ? failure("direct pwrite") : "only \(count) written" }
            place(content, at: offset)
            return sizeProblem()
        }
        let count = pread(file, buffer.baseAddress, length, off_t(offset))
        guard count >= 0 else { return failure("direct pread") }
        let wanted = max(0, min(length, model.count - offset))
        return count == wanted
            ? difference(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
            : "direct read gives \(count), not \(wanted)"
    }

    private func punch(_ offset: Int, _ length: Int) -> String? {
        let mode = CInt(CLINUX_FALLOC_FL_PUNCH_HOLE) | CInt(CLINUX_FALLOC_FL_KEEP_SIZE)
        guard fallocate(descriptor, mode, off_t(offset), off_t(length)) == 0 else {
            return errno == EOPNOTSUPP ? nil : failure("fallocate")
        }
        let end = min(offset + length, model.count)
        if offset < end { place([UInt8](repeating: 0, count: end - offset), at: offset) }
        return sizeProblem()
    }

    private func allocate(_ offset: Int, _ length: Int) -> String? {
        guard fallocate(descriptor, 0, off_t(offset), off_t(length)) == 0 else {
            return errno == EOPNOTSUPP ? nil : failure("fallocate")
        }
        if model.count < offset + length { resizeModel(to: offset + length) }
        return sizeProblem()
    }

    private func copy(_ from: Int, _ to: Int, _ length: Int) -> String? {
        let length = min(length, max(0, model.count - from))
        guard length > 0, abs(from - to) >= length else { return nil }
        var (source, target) = (off_t(from), off_t(to))
        while Int(source) < from + length {
            let count = copy_file_range(descriptor, &source, descriptor, &target, from + length - Int(source), 0)
            guard count > 0 else { return failure("copy_file_range") }
        }
        place(Array(model[from..<(from + length)]), at: to)
        return sizeProblem()
    }

    private func reopen() -> String? {
        close(descriptor)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        return descriptor < 0 ? failure("open") : sizeProblem()
    }
}
