/// One operation on the names of a small tree, as fsstress does them.
package enum TreeOperation: RandomOperation {
    /// A path in the tree: one to three of four names.
    package struct Path: Hashable, Sendable, CustomStringConvertible {
        let names: [String]

        static func random(using generator: inout SeededGenerator) -> Path {
            let depth = [1, 1, 2, 2, 2, 3].randomElement(using: &generator)!
            return Path(names: (0..<depth).map { _ in ["a", "b", "c", "d"].randomElement(using: &generator)! })
        }

        package var description: String { names.joined(separator: "/") }
    }

    package enum RenameMode: UInt32, Sendable, CaseIterable { case replace, noReplace, exchange }

    case create(Path, exclusive: Bool)
    case mkdir(Path)
    case unlink(Path)
    case rmdir(Path)
    case rename(Path, Path, RenameMode)
    case link(Path, Path)
    case symlink(Path)
    case write(Path, length: Int, salt: UInt8)
    case truncate(Path, size: Int)
    case read(Path)
    case chmod(Path, mode: UInt32)
    case list(Path)
    case open(Path, slot: Int)
    case writeOpen(slot: Int, length: Int, salt: UInt8)
    case readOpen(slot: Int)
    case close(slot: Int)
    case look

    static let slots = 4

    package static func random(using generator: inout SeededGenerator) -> TreeOperation {
        func path() -> Path { .random(using: &generator) }
        func slot() -> Int { Int.random(in: 0..<slots, using: &generator) }
        func length() -> Int { Int.random(in: 0...9000, using: &generator) }
        func salt() -> UInt8 { UInt8.random(in: 1...255, using: &generator) }
        switch Int.random(in: 0..<34, using: &generator) {
        case 0...3: return .create(path(), exclusive: Bool.random(using: &generator))
        case 4...8: return .mkdir(path())
        case 9, 10: return .unlink(path())
        case 11: return .rmdir(path())
        case 12...16: return .rename(path(), path(), RenameMode.allCases.randomElement(using: &generator)!)
        case 17, 18: return .link(path(), path())
        case 19: return .symlink(path())
        case 20...22: return .write(path(), length: length(), salt: salt())
        case 23: return .truncate(path(), size: length())
        case 24: return .read(path())
        case 25: return .chmod(path(), mode: UInt32.random(in: 0...0o777, using: &generator))
        case 26: return .list(path())
        case 27, 28: return .open(path(), slot: slot())
        case 29, 30: return .writeOpen(slot: slot(), length: length(), salt: salt())
        case 31: return .readOpen(slot: slot())
        case 32: return .close(slot: slot())
        default: return .look
        }
    }

    package static func run(_ operations: [TreeOperation]) -> Disagreement? {
        let tree = ExercisedTree()
        defer { tree.closeAll() }
        for (index, operation) in operations.enumerated() {
            if let message = tree.apply(operation) {
                return Disagreement(index: index, message: "\(operation): \(message)")
            }
        }
        return tree.look().map { Disagreement(index: operations.count, message: "at the end: \($0)") }
    }

    package var description: String {
        switch self {
        case .create(let path, let exclusive): "create \(path)\(exclusive ? " exclusively" : "")"
        case .mkdir(let path): "mkdir \(path)"
        case .unlink(let path): "unlink \(path)"
        case .rmdir(let path): "rmdir \(path)"
        case .rename(let old, let new, let mode): "rename \(old) to \(new) \(mode)"
        case .link(let old, let new): "link \(old) to \(new)"
        case .symlink(let path): "symlink \(path)"
        case .write(let path, let length, let salt): "write \(length) to \(path) salt \(salt)"
        case .truncate(let path, let size): "truncate \(path) to \(size)"
        case .read(let path): "read \(path)"
        case .chmod(let path, let mode): "chmod \(path) 0\(String(mode, radix: 8))"
        case .list(let path): "list \(path)"
        case .open(let path, let slot): "open \(path) as \(slot)"
        case .writeOpen(let slot, let length, let salt): "write \(length) to open \(slot) salt \(salt)"
        case .readOpen(let slot): "read open \(slot)"
        case .close(let slot): "close open \(slot)"
        case .look: "look at everything"
        }
    }
}
