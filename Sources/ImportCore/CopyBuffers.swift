import SystemIO

/// The memory that copies go through, of all imports of a process: hundreds may be under way at once, and each holds its
/// buffer while it waits for the others. Large documents get a large one while there are few of them. What is given
/// back is used again before it is cold: memory that goes back to the kernel has to be had from it, page by page.
final class CopyBuffers: Sendable {
    static let shared = CopyBuffers()

    static let smallLength = 64 << 10
    static let largeLength = 1 << 20
    /// What all large ones together may take; beyond it copies go through small ones.
    static let largeBudget = 16 << 20

    private struct State {
        var slabs: [UnsafeMutableRawBufferPointer] = []
        var free: [UnsafeMutableRawBufferPointer] = []
        var smallOnes = 0
        var largeBytes = 0
    }

    private let state = ConditionVariable(State())

    /// Whoever took a buffer kept this, too, and has given it back by now.
    deinit { state.changeQuietly { state in for slab in state.slabs { slab.deallocate() } } }

    /// A buffer for a document of this size, which may be any number. One that holds it all, and a byte to find the
    /// end, unless that is more than a large one or than there is left.
    func take(for size: Int64) -> UnsafeMutableRawBufferPointer {
        let length = min(max(min(Int(clamping: size), Self.largeLength) + 1, Self.smallLength), Self.largeLength)
        return state.changeQuietly { state in
            if length > Self.smallLength, state.largeBytes + length <= Self.largeBudget {
                state.largeBytes += length
                return .allocate(byteCount: length, alignment: 4096)
            }
            state.smallOnes += 1
            if state.free.isEmpty { Self.addSlab(to: &state) }
            return state.free.removeLast()
        }
    }

    func giveBack(_ buffer: UnsafeMutableRawBufferPointer) {
        state.changeQuietly { state in
            guard buffer.count == Self.smallLength else {
                state.largeBytes -= buffer.count
                buffer.deallocate()
                return
            }
            state.free.append(buffer)
            state.smallOnes -= 1
            // One slab stays, for imports that come one after the other.
            if state.smallOnes == 0, state.slabs.count > 1 { Self.keepOneSlab(of: &state) }
        }
    }

    /// What is held now, in bytes.
    var bytes: Int { state.changeQuietly { $0.largeBytes + $0.slabs.reduce(0) { $0 + $1.count } } }

    private static func addSlab(to state: inout State) {
        let slab = UnsafeMutableRawBufferPointer.allocate(byteCount: largeLength, alignment: 4096)
        state.slabs.append(slab)
        state.free += buffers(in: slab)
    }

    private static func keepOneSlab(of state: inout State) {
        for slab in state.slabs.dropFirst() { slab.deallocate() }
        state.slabs = [state.slabs[0]]
        state.free = buffers(in: state.slabs[0])
    }

    private static func buffers(in slab: UnsafeMutableRawBufferPointer) -> [UnsafeMutableRawBufferPointer] {
        stride(from: 0, to: slab.count, by: smallLength).map { start in
            UnsafeMutableRawBufferPointer(rebasing: slab[start..<start + smallLength])
        }
    }
}
