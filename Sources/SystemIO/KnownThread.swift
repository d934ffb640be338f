import Glibc

/// A thread that called before. Its open `comm` file tells by one read, at a tenth of the price of its `status`, whether
/// it is still that thread (numbers are used again; reading the file of a thread that is gone fails with `ESRCH`) and
/// what its process is called by now (it may run another program).
package final class KnownThread {
    private var process: CallingProcess
    private let file: OwnedFileDescriptor
    /// The process' main thread, which has its name, where this is another.
    private let main: KnownThread?

    /// Nil when the thread is gone, or no file can be opened.
    package init?(_ thread: pid_t) {
        // Opened first: what `status` says afterwards is about this thread, as long as its file can be read.
        guard let file = Self.open("/proc/\(thread)/comm") else { return nil }
        guard let process = CallingProcess(thread: thread) else { return nil }
        let isMain = process.processID == thread
        main = isMain ? nil : KnownThread(process.processID)
        guard isMain || main != nil else { return nil }
        self.file = file
        self.process = process
    }

    /// The process behind it, as it is called now. Nil when the thread is gone.
    package func current() -> CallingProcess? {
        guard let own = Self.name(in: file.borrowed) else { return nil }
        guard let name = main == nil ? own : main?.current()?.name else { return nil }
        process.name = name
        return process
    }

    private static func open(_ path: String) -> OwnedFileDescriptor? {
        (try? SystemCall.retrying { Glibc.open(path, O_RDONLY | O_CLOEXEC) }).map { OwnedFileDescriptor(owning: $0) }
    }

    private static func name(in file: FileDescriptor) -> String? {
        // The kernel ends a name after 15 bytes; a kernel thread's may be longer.
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            guard let count = try? file.read(into: buffer, at: 0), count > 0 else { return nil }
            return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
