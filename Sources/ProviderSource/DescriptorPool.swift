import SystemIO

/// Something whose descriptor may be closed at any time and opened again when it is needed.
package class PooledDescriptor {
    let pool: DescriptorPool?
    fileprivate(set) var slot: Int32 = -1
    /// Must not be closed: it couldn't be opened again.
    var isPinned = false

    init(pool: DescriptorPool?) {
        self.pool = pool
    }

    deinit {
        if slot >= 0 { pool?.close(slot) }
    }

    /// While `body` runs, the descriptor stays open, whatever else is opened.
    package func pinned<Result>(_ body: () throws(Errno) -> Result) throws(Errno) -> Result {
        let wasPinned = isPinned
        isPinned = true
        defer { isPinned = wasPinned }
        return try body()
    }
}

/// A bounded number of open descriptors, of which the least useful are closed (the clock algorithm). So a tree of a
/// million objects and ten thousand open files fit into a descriptor limit of a few thousand.
package final class DescriptorPool {
    private struct Slot {
        var descriptor: CInt
        var owner: Unmanaged<PooledDescriptor>?
        var wasUsed: Bool
    }

    private let capacity: Int
    private var slots: [Slot] = []
    private var free: [Int32] = []
    private var hand = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    deinit {
        for slot in slots where slot.owner != nil { _ = OwnedFileDescriptor(owning: slot.descriptor) }
    }

    /// How many are open.
    package var count: Int { slots.count - free.count }

    @inline(__always)
    func descriptor(of owner: PooledDescriptor) -> FileDescriptor? {
        let slot = owner.slot
        guard slot >= 0 else { return nil }
        slots[Int(slot)].wasUsed = true
        return FileDescriptor(rawValue: slots[Int(slot)].descriptor)
    }

    /// Takes a descriptor over for its owner, and closes another's if there are too many.
    @discardableResult
    func insert(_ descriptor: consuming OwnedFileDescriptor, for owner: PooledDescriptor) -> FileDescriptor {
        if owner.slot >= 0 { close(owner.slot) }
        if count >= capacity { evictOne() }
        let number = descriptor.release()
        let slot = Slot(descriptor: number, owner: .passUnretained(owner), wasUsed: true)
        if let index = free.popLast() {
            slots[Int(index)] = slot
            owner.slot = index
        } else {
            slots.append(slot)
            owner.slot = Int32(slots.count - 1)
        }
        return FileDescriptor(rawValue: number)
    }

    func close(_ index: Int32) {
        let slot = slots[Int(index)]
        slot.owner?._withUnsafeGuaranteedRef { $0.slot = -1 }
        slots[Int(index)].owner = nil
        free.append(index)
        _ = OwnedFileDescriptor(owning: slot.descriptor)
    }

    /// Closes about half of all: for when the process is out of descriptors although the pool isn't full.
    func evictHalf() {
        for _ in 0..<max(1, count / 2) { evictOne() }
    }

    private func evictOne() {
        // Two rounds: the first may only take marks away. If all are pinned, the pool grows instead.
        for _ in 0..<(2 * slots.count) {
            hand = hand + 1 < slots.count ? hand + 1 : 0
            guard let owner = slots[hand].owner else { continue }
            if slots[hand].wasUsed {
                slots[hand].wasUsed = false
            } else if !owner._withUnsafeGuaranteedRef({ $0.isPinned }) {
                return close(Int32(hand))
            }
        }
    }
}
