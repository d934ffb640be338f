import Glibc

/// A value that threads wait for: a mutex and a condition variable of the C library, with the value that they guard.
package final class ConditionVariable<Value>: @unchecked Sendable {
    // Sound because `value` is touched only between lock and unlock.
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the value and wakes all who wait.
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        let result = changeQuietly(body)
        // Without the lock, which those who wake up take.
        pthread_cond_broadcast(condition)
        return result
    }

    /// Changes the value in a way that nobody waits for.
    package func changeQuietly<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes one of those who wait, where any of them will do.
    package func changeWakingOne<Result>(_ body: (inout Value) -> Result) -> Result {
        let result = changeQuietly(body)
        pthread_cond_signal(condition)
        return result
    }

    /// Calls `body` now and after every change, until it returns something.
    package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits for a change, but no longer than this; nil for ever. `body` decides under the lock whether to wait.
    package func pause(atMost timeout: Duration?, unless body: (inout Value) -> Bool) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if body(&value) { return }
        guard let timeout else {
            pthread_cond_wait(condition, mutex)
            return
        }
        var time = (MonotonicTime.now + timeout).timespec
        pthread_cond_timedwait(condition, mutex, &time)
    }
}

extension MonotonicTime {
    fileprivate var timespec: Glibc.timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
