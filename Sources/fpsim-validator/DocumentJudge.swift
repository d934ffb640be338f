import Glibc
import ImportCore
import SystemIO

/// What a child does: limit itself, look at the document, say what it is.
enum DocumentJudge {
    static let wallTime = Duration.seconds(10)
    private static let memory = 512 << 20
    private static let processorSeconds = 5

    /// Loads what only some documents need, before the child that judges gives up files.
    static func prepare(for document: FileDescriptor) {
        let head = UnsafeMutableRawBufferPointer.allocate(byteCount: ContentSignature.length, alignment: 1)
        defer { head.deallocate() }
        let count = (try? document.read(into: head, at: 0)) ?? 0
        switch ContentSignature(head: UnsafeRawBufferPointer(rebasing: head[..<count])) {
        case .heif: _ = HEIFLibrary.shared
        case .zip: _ = (ZIPLibrary.shared, ExpatLibrary.shared)
        default: break
        }
    }

    static func judge(_ document: FileDescriptor, _ request: ValidationRequest) -> ValidationReply {
        let size: Int
        do throws(Errno) {
            size = Int(try document.status().size)
        } catch {
            return reply(to: error)
        }
        do throws(Errno) {
            try confine(size: size)
        } catch {
            return reply(to: error, .unconfined)
        }
        do throws(Errno) {
            let file = try MappedFile(document, size: size)
            return judge(file.bytes, request)
        } catch {
            return reply(to: error)
        }
    }

    /// What is said where a call failed that the document has no part in.
    static func reply(to error: Errno, _ finding: ValidationReply.Finding = .unreadable) -> ValidationReply {
        error.shortage.map { ValidationReply(.busy, nil, $0) } ?? ValidationReply(finding, nil, "\(error)")
    }

    /// The libraries that no whole PDF without a password needs: those for images, archives and ciphers.
    static var isolatedLibraries: ForkedLibraries? {
        // A sanitizer's own library looks at all others.
        guard !Confinement.isSanitized else { return nil }
        let needed = ["libqpdf.", "libstdc++.", "libgcc_s.", "libc.", "libz.", "ld-linux"]
        return ForkedLibraries { name in needed.contains { name.hasPrefix($0) } }
    }

    /// Whether a signal is one that a bug raises, rather than a limit or a missing page of the copy.
    static func isCrash(_ signal: Int32) -> Bool { [SIGSEGV, SIGABRT, SIGILL].contains(signal) }

    static func reply(toSignal signal: Int32) -> ValidationReply {
        // The pages of a copy that its disk no longer has.
        if signal == SIGBUS { return ValidationReply(.unreadable, nil, "its bytes are gone") }
        return ValidationReply(.unsafe, nil, meaning(ofSignal: signal))
    }

    private static func meaning(ofSignal signal: Int32) -> String {
        switch signal {
        case SIGXCPU: "its parser used more than \(processorSeconds) s of processor time"
        case SIGKILL: "its parser was killed"
        default: "its parser crashed (signal \(signal))"
        }
    }

    /// - Parameter size: of the document, whose mapping takes room for addresses and no memory of its own.
    private static func confine(size: Int) throws(Errno) {
        try Confinement.limit(.addressSpace(memory + size))
        try Confinement.limit(.processorTime(seconds: processorSeconds))
        try Confinement.limit(.openFiles(16))
        try Confinement.limit(.fileSize(0))
        try Confinement.limit(.processes(0))
        // A second domain, so that the child can't signal the process that forked it.
        Confinement.forbidFilesAndNetwork()
    }

    private static func judge(_ bytes: UnsafeRawBufferPointer, _ request: ValidationRequest) -> ValidationReply {
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(ContentSignature.length))
        switch ContentSignature(head: head) {
        case .pdf:
            let reply = PDFValidator.judge(bytes, mayRepair: request.mayRepair)
            // A text may speak of PDF in its first lines.
            guard reply.finding == .invalid, !head.starts(with: "%PDF-".utf8),
                case let text = TextValidator.judge(bytes), text.finding == .valid
            else { return reply }
            return text
        case .text, .html: return TextValidator.judge(bytes)
        case .png: return PNGValidator.judge(bytes)
        case .jpeg: return JPEGValidator.judge(bytes, mayRepair: request.mayRepair)
        case .heif: return HEIFValidator.judge(bytes)
        case .zip: return ZIPValidator.judge(bytes)
        case nil: return ValidationReply(.unknown)
        }
    }
}
