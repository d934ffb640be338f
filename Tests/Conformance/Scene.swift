import Glibc
import SystemIO

/// The folder that a case plays in, and the record of what it did there.
///
/// The calls are the C library's own, not `SystemIO`'s: what is judged is the kernel's answer to each single call,
/// and `SystemIO` is part of the program under test. The working directory is the folder (the thread has its own),
/// so that cases name their files without a path. The record holds nothing that differs between two folders where
/// all is well, such as inode numbers or times: two records of the same case must be equal.
package final class Scene {
    /// What a case says must happen on any file system.
    package enum Wanted {
        case success
        case fails(CInt)
        /// One of several errors, where file systems differ for a reason.
        case failsWithOneOf([CInt])
        /// Whatever the bare folder does, the mount must do too.
        case anything
    }

    package private(set) var steps: [String] = []
    package private(set) var violations: [String] = []

    package init() {}

    /// Makes one call and records it with its outcome.
    /// - Parameter name: The call as it is printed, with its arguments.
    /// - Returns: What the call returned, -1 when it failed.
    @discardableResult
    package func call<Result: FixedWidthInteger & SignedInteger>(
        _ name: String, _ wanted: Wanted = .success, _ body: () -> Result
    ) -> Result {
        errno = 0
        var result = body()
        while result == -1, errno == EINTR { result = body() }
        let error = result == -1 ? Errno.current : nil
        let outcome = error.map(\.name) ?? "ok"
        steps.append("\(name): \(outcome)")
        switch wanted {
        case .success where error != nil:
            violations.append("\(name): \(outcome), wanted ok")
        case .fails(let number) where error?.rawValue != number:
            violations.append("\(name): \(outcome), wanted \(Errno(rawValue: number).name)")
        case .failsWithOneOf(let numbers) where !numbers.contains(error?.rawValue ?? 0):
            violations.append("\(name): \(outcome), wanted \(numbers.map { Errno(rawValue: $0).name })")
        default:
            break
        }
        return result
    }

    /// Records something seen, which must be the same on both sides.
    package func see<Value>(_ what: String, _ value: Value) {
        steps.append("\(what): \(value)")
    }

    /// Records something seen that has one right value.
    package func see<Value: Equatable>(_ what: String, _ value: Value, _ wanted: Value) {
        see(what, value)
        if value != wanted { violations.append("\(what): \(value), wanted \(wanted)") }
    }
}
