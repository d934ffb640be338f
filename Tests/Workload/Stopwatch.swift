import Glibc

/// Wall-clock time of a piece of work.
struct Stopwatch {
    private let start = Stopwatch.now

    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    var nanoseconds: UInt64 { Stopwatch.now - start }
}
