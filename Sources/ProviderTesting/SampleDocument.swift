import Foundation

/// A document for tests that need no particular one.
public enum SampleDocument {
    /// A valid PDF of one empty page.
    public static let pdf = pdf(title: "document")

    /// A valid PDF of one page that says `title`; of at least `size` bytes where it is given.
    public static func pdf(title: String, size: Int = 0) -> Data {
        let escaped = title.filter { $0.isASCII && !"()\\".contains($0) }
        var text = "%PDF-1.4\n"
        if size > 1000 { text += "%" + String(repeating: "x", count: size - 700) + "\n" }
        let page = "BT /F1 24 Tf 72 720 Td (\(escaped)) Tj ET"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
                + " /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(page.utf8.count) >>\nstream\n\(page)\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let table = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
        return Data(text.utf8)
    }
}
