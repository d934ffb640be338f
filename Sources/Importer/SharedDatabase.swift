import Synchronization

/// A connection that several threads use in turn.
final class SharedDatabase: @unchecked Sendable {
    // Sound because `database` is used only under the lock. While it is held, only locks are taken under
    // which the database is never used.
    private let lock = Mutex(())
    private let database: Database

    init(_ database: sending Database) {
        self.database = database
    }

    func use<Result>(_ body: (Database) throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        let outcome = lock.withLock { _ -> Swift.Result<UncheckedResult<Result>, DatabaseError> in
            do throws(DatabaseError) {
                return .success(UncheckedResult(value: try body(database)))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get().value
    }

    /// Carries a result out of the lock; it holds nothing of the connection.
    private struct UncheckedResult<Value>: @unchecked Sendable {
        let value: Value
    }
}
