import FUSE

/// What is open, by the number that the kernel brings back with each operation on it.
struct HandleTable<Open: AnyObject> {
    private var slots: [Open?] = []
    private var free: [Int] = []
    private(set) var count = 0

    mutating func add(_ open: Open) -> HandleID {
        count += 1
        if let slot = free.popLast() {
            slots[slot] = open
            return HandleID(rawValue: UInt64(slot))
        }
        slots.append(open)
        return HandleID(rawValue: UInt64(slots.count - 1))
    }

    subscript(_ handle: HandleID) -> Open? {
        let slot = Int(truncatingIfNeeded: handle.rawValue)
        return slots.indices.contains(slot) ? slots[slot] : nil
    }

    mutating func remove(_ handle: HandleID) -> Open? {
        let slot = Int(truncatingIfNeeded: handle.rawValue)
        guard slots.indices.contains(slot), let open = slots[slot] else { return nil }
        slots[slot] = nil
        free.append(slot)
        count -= 1
        return open
    }

    var all: [Open] { slots.compactMap(\.self) }

    mutating func removeAll() {
        slots = []
        free = []
        count = 0
    }
}
