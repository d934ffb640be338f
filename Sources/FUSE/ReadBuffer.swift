/// Memory for small reads, one page aligned, used again by each.
final class ReadBuffer {
    let bytes: UnsafeMutableRawBufferPointer

    init() {
        bytes = .allocate(byteCount: 1 << 20, alignment: 4096)
    }

    deinit {
        bytes.deallocate()
    }
}
