import CLinux
import Glibc
import SystemIO

/// Operations that are drawn at random and carried out both in a folder and in a model of it.
package protocol RandomOperation: Hashable, Sendable, CustomStringConvertible {
    static func random(using generator: inout SeededGenerator) -> Self

    /// Carries the operations out in the working directory, which is empty.
    /// - Returns: The first disagreement between folder and model, nil where there is none.
    static func run(_ operations: [Self]) -> Disagreement?
}

/// Where folder and model parted.
package struct Disagreement: Sendable, Hashable {
    /// The operation's place in the list; its count for the last look at everything.
    package let index: Int
    package let message: String
}

/// What a failed run says: enough to repeat it.
package struct RandomFailure: Sendable, CustomStringConvertible {
    package let seed: UInt64
    package let count: Int
    package let disagreement: Disagreement
    /// The shortest list found that still fails.
    package let operations: [String]

    package var description: String {
        "seed \(seed), \(count) operations: \(disagreement.message)\nshrunk to \(operations.count):\n"
            + operations.map { "  \($0)\n" }.joined()
    }
}

package enum RandomRun<Operation: RandomOperation> {
    /// Draws and runs `count` operations in a new folder inside `directory`; a failure is shrunk before it is told.
    package static func run(seed: UInt64, count: Int, in directory: String) throws(Errno) -> RandomFailure? {
        var generator = SeededGenerator(seed: seed)
        let operations = (0..<count).map { _ in Operation.random(using: &generator) }
        guard let first = try attempt(operations, in: directory) else { return nil }
        var last = first
        let shrunk = Shrinker.shrink(Array(operations.prefix(first.index + 1))) { candidate in
            guard let found = try? attempt(candidate, in: directory) else { return false }
            last = found
            return true
        }
        return RandomFailure(seed: seed, count: count, disagreement: last, operations: shrunk.map(\.description))
    }

    private static func attempt(_ operations: [Operation], in directory: String) throws(Errno) -> Disagreement? {
        try OwnThread.run(in: directory) {
            let folder = "random-\(gettid())"
            guard Glibc.mkdir(folder, 0o755) == 0, Glibc.chdir(folder) == 0 else {
                return Disagreement(index: 0, message: "no folder: \(Errno.current)")
            }
            let found = Operation.run(operations)
            if let error = Removal.remove("\(directory)/\(folder)"), found == nil {
                return Disagreement(index: operations.count, message: "the folder can't be removed: \(error)")
            }
            return found
        }
    }
}

/// Delta debugging: takes pieces out of a failing list for as long as what is left still fails.
package enum Shrinker {
    package static func shrink<Element>(_ list: [Element], stillFails: ([Element]) -> Bool) -> [Element] {
        var list = list
        var size = max(list.count / 2, 1)
        while true {
            var start = 0
            while start < list.count {
                var shorter = list
                shorter.removeSubrange(start..<min(start + size, list.count))
                if stillFails(shorter) { list = shorter } else { start += size }
            }
            if size == 1 { return list }
            size /= 2
        }
    }
}
