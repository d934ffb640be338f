import CQPDF
import ImportCore

/// PDF through libqpdf, by the policy that measured best on real files: a first pass with recovery off, in which any
/// warning means damage, and a second, in another process, with recovery on.
enum PDFValidator {
    /// Loads and makes what libqpdf needs on its first use, while files may still be opened: children have it then.
    static func warmUp() {
        let document = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
            trailer<</Root 1 0 R>>
            """
        Array(document.utf8).withUnsafeBytes { bytes in _ = judge(bytes, mayRepair: true).message }
        _ = ValidationReply(.valid, .pdf).message
        PDFParsing.cleansUp = false
    }

    static func judge(_ bytes: UnsafeRawBufferPointer, mayRepair: Bool) -> ValidationReply {
        let parsing = PDFParsing(mayRepair: mayRepair)
        if let error = parsing.read(bytes) { return parsing.reply(to: error) }
        let pages = parsing.pageCount
        if let error = parsing.error { return parsing.reply(to: error) }
        guard pages > 0 else { return parsing.refusal("it has no pages") }
        if mayRepair { return ValidationReply(.valid, .pdf, parsing.warning ?? "") }
        if let warning = parsing.warning { return ValidationReply(.damaged, .pdf, warning) }
        return ValidationReply(.valid, .pdf)
    }
}

/// One use of libqpdf's C interface.
private final class PDFParsing {
    /// Whether what a document took is given back at its end: a process that ends with it needs that no more.
    nonisolated(unsafe) static var cleansUp = true

    private var data: qpdf_data?
    private let mayRepair: Bool

    init(mayRepair: Bool) {
        self.mayRepair = mayRepair
        data = qpdf_init()
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, 1)
        qpdf_set_attempt_recovery(data, mayRepair ? 1 : 0)
    }

    deinit {
        if Self.cleansUp { qpdf_cleanup(&data) }
    }

    struct Failure {
        let code: qpdf_error_code_e
        let text: String
    }

    func read(_ bytes: UnsafeRawBufferPointer) -> Failure? {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        _ = qpdf_read_memory(data, "document", start, UInt64(bytes.count), nil)
        return error
    }

    var pageCount: Int { Int(qpdf_get_num_pages(data)) }

    var error: Failure? {
        guard qpdf_has_error(data) != 0, let error = qpdf_get_error(data) else { return nil }
        return Failure(
            code: qpdf_get_error_code(data, error), text: String(cString: qpdf_get_error_message_detail(data, error)))
    }

    /// The first thing that the parser complained about.
    var warning: String? {
        guard qpdf_more_warnings(data) != 0, let warning = qpdf_next_warning(data) else { return nil }
        return String(cString: qpdf_get_error_message_detail(data, warning))
    }

    func reply(to failure: Failure) -> ValidationReply {
        switch failure.code {
        case qpdf_e_password: ValidationReply(.locked, .pdf)
        // What the library didn't expect, most of all running out of memory.
        case qpdf_e_internal: ValidationReply(.unsafe, .pdf, "its parser went over its limits (\(failure.text))")
        default: refusal(failure.text)
        }
    }

    /// Final only in the second pass.
    func refusal(_ reason: String) -> ValidationReply {
        mayRepair
            ? ValidationReply(.invalid, .pdf, "it is no PDF that can be opened: \(reason)")
            : ValidationReply(.damaged, .pdf, reason)
    }
}
