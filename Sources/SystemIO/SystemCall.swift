import Glibc

/// The one funnel for system calls that report failure as -1 and `errno`. A call that was interrupted by a signal
/// is made again (signal(7)), so no caller sees EINTR unless it asks for it.
package enum SystemCall {
    /// Makes the call until it isn't interrupted.
    /// - Returns: what the call returned, which is never -1.
    /// - Throws: `Errno`.
    @discardableResult
    @inline(__always)
    package static func retrying<Result: FixedWidthInteger & SignedInteger>(
        _ call: () -> Result
    ) throws(Errno) -> Result {
        while true {
            let result = call()
            if result != -1 { return result }
            let error = Errno.current
            if error != .interrupted { throw error }
        }
    }

    /// Makes the call once: for close(2), whose descriptor is gone even when EINTR is reported, and for waits that a
    /// signal is meant to end.
    @discardableResult
    @inline(__always)
    package static func once<Result: FixedWidthInteger & SignedInteger>(
        _ call: () -> Result
    ) throws(Errno) -> Result {
        let result = call()
        if result == -1 { throw Errno.current }
        return result
    }
}
