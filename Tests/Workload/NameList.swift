import Glibc
import SystemIO

/// Names in the working directory, as C strings made beforehand: what is timed is the file system.
struct NameList {
    private let storage: [[CChar]]

    /// `f000000`, `f000001`, …
    init(count: Int) {
        storage = (0..<count).map { index in
            let digits = String(index)
            return Array(("f" + String(repeating: "0", count: 6 - digits.count) + digits).utf8CString)
        }
    }

    var count: Int { storage.count }

    @inline(__always)
    subscript(index: Int) -> [CChar] { storage[index] }
}

enum Call {
    /// The result of a call that must succeed.
    @discardableResult
    @inline(__always)
    static func check<Value: FixedWidthInteger & SignedInteger>(_ what: String, _ result: Value) throws -> Value {
        if result < 0 { throw WorkloadFailure(call: what, error: .current) }
        return result
    }
}

/// A call of the load that failed: the row has no figure.
struct WorkloadFailure: Error, CustomStringConvertible {
    let call: String
    let error: Errno

    var description: String { "\(call): \(error)" }
}
