import Synchronization
import SystemIO

/// The first error of several calls.
final class FirstFailure: Sendable {
    private let error = Mutex<Errno?>(nil)

    var first: Errno? { error.withLock { $0 } }

    func noting<Value: ~Copyable>(_ body: () throws(Errno) -> Value) throws(Errno) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            self.error.withLock { $0 = $0 ?? error }
            throw error
        }
    }
}
