import CQPDF

/// PDFs that libqpdf writes, and what can be wrong with one.
enum SamplePDF {
    enum Encryption { case none, openable, locked }

    /// - Parameter padding: bytes of a content stream, for a document of some size.
    static func make(pages: Int = 1, padding: Int = 0, encryption: Encryption = .none) -> [UInt8] {
        var data = qpdf_init()
        defer { qpdf_cleanup(&data) }
        qpdf_empty_pdf(data)
        for page in 0..<pages {
            let content = qpdf_oh_new_stream(data)
            let text = "BT 72 720 Td (page \(page)) Tj ET " + String(repeating: "% padding\n", count: padding / 10)
            let bytes = Array(text.utf8)
            qpdf_oh_replace_stream_data(
                data, content, bytes, bytes.count, qpdf_oh_new_null(data), qpdf_oh_new_null(data))
            let object = qpdf_oh_parse(data, "<< /Type /Page /MediaBox [0 0 612 792] /Resources << >> >>")
            qpdf_oh_replace_key(data, object, "/Contents", content)
            qpdf_add_page(data, data, qpdf_make_indirect_object(data, object), 0)
        }
        qpdf_init_write_memory(data)
        qpdf_set_static_ID(data, 1)
        qpdf_set_compress_streams(data, 0)
        if encryption != .none {
            qpdf_set_r6_encryption_parameters2(
                data, encryption == .locked ? "secret" : "", "owner", 1, 1, 1, 1, 1, 1, qpdf_r3p_full, 1)
        }
        qpdf_write(data)
        return Array(UnsafeBufferPointer(start: qpdf_get_buffer(data), count: qpdf_get_buffer_length(data)))
    }

    /// With a cross-reference table that points nowhere: it opens with repairs.
    static func damaged() -> [UInt8] {
        var bytes = make()
        let mark = Array("startxref\n".utf8)
        let index = bytes.indices.last { bytes[$0...].starts(with: mark) }!
        bytes[index + mark.count] = UInt8(ascii: "9")
        return bytes
    }

    /// Cut in the middle, with no page left.
    static func truncated() -> [UInt8] { Array(make().prefix(120)) }
}
