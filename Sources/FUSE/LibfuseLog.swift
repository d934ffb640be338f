import CFuse3
import Glibc
import Synchronization

/// What libfuse would print on standard error, kept so that it can be said where it belongs.
struct LibfuseLog {
    private static let lines = Mutex<[String]>([])

    init() {
        LibfuseLog.lines.withLock { $0 = [] }
        fuse_set_log_func { _, format, arguments in
            guard let format else { return }
            var text = [CChar](repeating: 0, count: 1024)
            if let arguments { vsnprintf(&text, text.count, format, arguments) }
            let end = text.firstIndex(of: 0) ?? text.count
            let line = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            LibfuseLog.lines.withLock { if $0.count < 100 { $0.append(line) } }
        }
    }

    /// Without line ends and the program's name in front.
    var text: String {
        LibfuseLog.lines.withLock { lines in
            lines.map { $0.split(separator: "\n").joined(separator: " ") }.joined(separator: "; ")
        }
    }
}
