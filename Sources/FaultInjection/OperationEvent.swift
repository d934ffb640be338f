import ProviderModel

/// An operation as rules see it.
package struct OperationEvent: Sendable {
    package var operation: Operation
    /// Relative to the mount's root, without a leading slash; the root's own is empty.
    package var path: String
    /// Rename's and link's new path: a rule matches by either.
    package var otherPath: String?
    package var item: ItemIdentifier
    /// The calling process's name, as `/proc/PID/comm` has it.
    package var process: String?
    /// Reads and writes: the first byte.
    package var offset: Int64
    /// Reads and writes: how many bytes are asked for.
    package var length: Int64
    /// How many bytes of the item this mount has read or written before.
    package var bytesSoFar: Int64
    /// The item's true size.
    package var itemSize: Int64
    package var conditions: ConditionSet
    package var sinceMount: Duration

    package init(
        _ operation: Operation, path: String, otherPath: String? = nil, item: ItemIdentifier, process: String? = nil,
        offset: Int64 = 0, length: Int64 = 0, bytesSoFar: Int64 = 0, itemSize: Int64 = 0,
        conditions: ConditionSet = [], sinceMount: Duration = .zero
    ) {
        self.operation = operation
        self.path = path
        self.otherPath = otherPath
        self.item = item
        self.process = process
        self.offset = offset
        self.length = length
        self.bytesSoFar = bytesSoFar
        self.itemSize = itemSize
        self.conditions = conditions
        self.sinceMount = sinceMount
    }
}

/// A rule that fired.
package struct FiredFault: Hashable, Sendable {
    package let rule: String
    package let fault: Fault
    /// Which match of the rule this was, counted as the rule counts.
    package let nth: Int
    package let item: ItemIdentifier
    /// A number that repeats with the seed: what the fault draws its own details from.
    package let roll: UInt64

    package init(rule: String, fault: Fault, nth: Int, item: ItemIdentifier, roll: UInt64) {
        self.rule = rule
        self.fault = fault
        self.nth = nth
        self.item = item
        self.roll = roll
    }
}
