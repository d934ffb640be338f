/// A file-system operation that was answered: nearly all lines of a trace are such, so this has its own way to the line,
/// without a text made on it. The line is that of a `TraceEvent` with the same fields.
package struct TracedOperation {
    package var time: Int64
    package var operation: TracePiece
    package var subject: TracePiece
    /// Rename's and link's other path.
    package var to: String?
    package var caller: TracePiece?
    package var offset: Int64?
    package var size: Int64?
    package var result: Int64
    package var errno: String?
    package var rule: String?
    package var duration: Int64
    package var flags: Int64?

    package init(
        time: Int64, _ operation: TracePiece, _ subject: TracePiece, to: String? = nil, by caller: TracePiece?,
        offset: Int64? = nil, size: Int64? = nil, result: Int64 = 0, errno: String? = nil, rule: String? = nil,
        duration: Int64, flags: Int64? = nil
    ) {
        self.time = time
        self.operation = operation
        self.subject = subject
        self.to = to
        self.caller = caller
        self.offset = offset
        self.size = size
        self.result = result
        self.errno = errno
        self.rule = rule
        self.duration = duration
        self.flags = flags
    }
}

extension JSONLine {
    package mutating func write(_ operation: borrowing TracedOperation, sequence: UInt64) {
        if operation.to != nil || operation.errno != nil || operation.rule != nil {
            return writeInFull(operation, sequence)
        }
        let pieces = operation.operation.count + operation.subject.count + (operation.caller?.count ?? 0)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: pieces + RawLine.numbersCount) { memory in
            var line = RawLine(start: memory.baseAddress!)
            line.put("{\"t\":", operation.time)
            line.put(",\"n\":", Int64(bitPattern: sequence))
            line.put(operation.operation)
            line.put(operation.subject)
            if let caller = operation.caller { line.put(caller) }
            if let value = operation.offset { line.put(",\"offset\":", value) }
            if let value = operation.size { line.put(",\"size\":", value) }
            line.put(",\"result\":", operation.result)
            line.put(",\"ns\":", operation.duration)
            if let value = operation.flags { line.put(",\"flags\":", value) }
            line.put("}\n")
            append(UnsafeBufferPointer(start: memory.baseAddress!, count: line.count(from: memory.baseAddress!)))
        }
    }

    /// With what few lines have.
    private mutating func writeInFull(_ operation: borrowing TracedOperation, _ sequence: UInt64) {
        begin()
        add("t", operation.time)
        add("n", sequence)
        append(operation.operation)
        append(operation.subject)
        if let value = operation.to { add("to", value) }
        if let caller = operation.caller { append(caller) }
        if let value = operation.offset { add("offset", value) }
        if let value = operation.size { add("size", value) }
        add("result", operation.result)
        if let value = operation.errno { add("errno", value) }
        if let value = operation.rule { add("rule", value) }
        add("ns", operation.duration)
        if let value = operation.flags { add("flags", value) }
        end()
    }

    private mutating func append(_ piece: TracePiece) {
        piece.bytes.withUnsafeBufferPointer { append($0) }
    }
}

/// A line that is written into memory which is known to suffice.
private struct RawLine {
    /// Enough for all keys and numbers of an operation: seven of either.
    static let numbersCount = 7 * (12 + 20) + 2

    private var place: UnsafeMutablePointer<UInt8>

    init(start: UnsafeMutablePointer<UInt8>) {
        place = start
    }

    func count(from start: UnsafeMutablePointer<UInt8>) -> Int { place - start }

    mutating func put(_ text: StaticString) {
        place.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        place += text.utf8CodeUnitCount
    }

    mutating func put(_ piece: TracePiece) {
        piece.bytes.withUnsafeBufferPointer { place.update(from: $0.baseAddress!, count: $0.count) }
        place += piece.count
    }

    mutating func put(_ key: StaticString, _ value: Int64) {
        put(key)
        var rest = value.magnitude
        if value < 0 {
            place.pointee = UInt8(ascii: "-")
            place += 1
        }
        // The last digit comes first.
        var count = 1
        var power = rest / 10
        while power > 0 {
            count += 1
            power /= 10
        }
        for index in stride(from: count - 1, through: 0, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            place[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        place += count
    }
}
