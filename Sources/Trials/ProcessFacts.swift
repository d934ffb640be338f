import Glibc

/// What a judge must know of its own process.
enum ProcessFacts {
    static var own: Int32 { getpid() }
}
