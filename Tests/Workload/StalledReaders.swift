import Dispatch
import Glibc
import Synchronization
import SystemIO

/// Threads that each wait in a read of a file of their own opening, for as long as standard input stays open: the
/// script that measures beside them closes it.
enum StalledReaders {
    private static let starting = Atomic<Int>(0)
    private static let answered = Atomic<Int>(0)

    /// Prints `stalled` once every reader has made its call; afterwards how many were answered.
    static func run(file: String, count: Int) throws {
        for _ in 0..<count {
            try DetachedThread.start {
                let descriptor = open(file, O_RDONLY | O_CLOEXEC)
                starting.add(1, ordering: .relaxed)
                var byte: UInt8 = 0
                _ = read(descriptor, &byte, 1)
                answered.add(1, ordering: .relaxed)
                close(descriptor)
            }
        }
        while starting.load(ordering: .relaxed) < count { usleep(1000) }
        print("stalled")
        fflush(nil)
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
        print("{\"answered\":\(answered.load(ordering: .relaxed))}")
    }
}
