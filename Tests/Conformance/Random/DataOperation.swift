/// One operation on the data of one file, as fsx does them.
package enum DataOperation: RandomOperation {
    case write(offset: Int, length: Int, salt: UInt8)
    case append(length: Int, salt: UInt8)
    case read(offset: Int, length: Int)
    case truncate(size: Int)
    case mapWrite(offset: Int, length: Int, salt: UInt8)
    case mapRead(offset: Int, length: Int)
    case directWrite(block: Int, blocks: Int, salt: UInt8)
    case directRead(block: Int, blocks: Int)
    case punch(offset: Int, length: Int)
    case allocate(offset: Int, length: Int)
    case copy(from: Int, to: Int, length: Int)
    case sync
    case reopen

    static let largest = 256 * 1024
    static let block = 4096

    package static func random(using generator: inout SeededGenerator) -> DataOperation {
        func place() -> Int { Int.random(in: 0..<largest, using: &generator) }
        func length() -> Int { Int.random(in: 1...40_000, using: &generator) }
        func salt() -> UInt8 { UInt8.random(in: 1...255, using: &generator) }
        func block() -> Int { Int.random(in: 0..<(largest / Self.block - 8), using: &generator) }
        func blocks() -> Int { Int.random(in: 1...8, using: &generator) }
        switch Int.random(in: 0..<20, using: &generator) {
        case 0...2: return .write(offset: place(), length: length(), salt: salt())
        case 3: return .append(length: length() / 8 + 1, salt: salt())
        case 4...6: return .read(offset: place(), length: length())
        case 7, 8: return .truncate(size: place())
        case 9, 10: return .mapWrite(offset: place(), length: length(), salt: salt())
        case 11, 12: return .mapRead(offset: place(), length: length())
        case 13: return .directWrite(block: block(), blocks: blocks(), salt: salt())
        case 14: return .directRead(block: block(), blocks: blocks())
        case 15: return .punch(offset: place(), length: length())
        case 16: return .allocate(offset: place(), length: length())
        case 17: return .copy(from: place(), to: place(), length: length())
        case 18: return .sync
        default: return .reopen
        }
    }

    package static func run(_ operations: [DataOperation]) -> Disagreement? {
        guard let file = ExercisedFile() else { return Disagreement(index: 0, message: "the file can't be made") }
        for (index, operation) in operations.enumerated() {
            if let message = file.apply(operation) {
                return Disagreement(index: index, message: "\(operation): \(message)")
            }
        }
        return file.compareAll().map { Disagreement(index: operations.count, message: "at the end: \($0)") }
    }

    package var description: String {
        switch self {
        case .write(let offset, let length, let salt): "write \(length) at \(offset) salt \(salt)"
        case .append(let length, let salt): "append \(length) salt \(salt)"
        case .read(let offset, let length): "read \(length) at \(offset)"
        case .truncate(let size): "truncate to \(size)"
        case .mapWrite(let offset, let length, let salt): "write \(length) at \(offset) salt \(salt) by mapping"
        case .mapRead(let offset, let length): "read \(length) at \(offset) by mapping"
        case .directWrite(let block, let blocks, let salt): "write \(blocks) blocks at \(block) salt \(salt) direct"
        case .directRead(let block, let blocks): "read \(blocks) blocks at \(block) direct"
        case .punch(let offset, let length): "punch \(length) at \(offset)"
        case .allocate(let offset, let length): "allocate \(length) at \(offset)"
        case .copy(let from, let to, let length): "copy \(length) from \(from) to \(to)"
        case .sync: "sync"
        case .reopen: "reopen"
        }
    }
}
