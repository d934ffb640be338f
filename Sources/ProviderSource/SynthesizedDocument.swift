/// The bytes of a file that no disk holds: a function of its number, its size and the offset.
struct SynthesizedDocument {
    static let smallestPDF: Int64 = 1024

    private let seed: UInt64
    let size: Int64
    /// What the file begins and ends with; between lies filling.
    private let head: [UInt8]
    private let tail: [UInt8]
    private let filling: Filling

    private enum Filling {
        case noise
        case spaces
    }

    init(number: Int, shape: SynthesizedShape) {
        seed = UInt64(number) &* 0x9e37_79b9_7f4a_7c15 &+ 0x1234_5678
        size = shape.fileSize
        switch shape.content {
        case .data:
            (head, tail, filling) = ([], [], .noise)
        case .pdf:
            (head, tail) = SynthesizedDocument.pdf(title: "Document \(number)", size: Int(shape.fileSize))
            filling = .spaces
        }
    }

    /// Fills the buffer with what begins at `offset`.
    /// - Returns: the number of bytes, less than the buffer takes at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset < size else { return 0 }
        let count = Int(min(Int64(buffer.count), size - offset))
        fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
        overlay(head, from: 0, on: buffer, at: offset, count: count)
        overlay(tail, from: size - Int64(tail.count), on: buffer, at: offset, count: count)
        return count
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) {
        guard filling == .noise else {
            buffer.initializeMemory(as: UInt8.self, repeating: 0x20)
            return
        }
        var index = 0
        while index < buffer.count {
            let place = offset + Int64(index)
            var word = SynthesizedDocument.noise(seed &+ UInt64(place >> 3)) >> (UInt64(place & 7) * 8)
            repeat {
                buffer[index] = UInt8(truncatingIfNeeded: word)
                word >>= 8
                index += 1
            } while index < buffer.count && (offset + Int64(index)) & 7 != 0
        }
    }

    private func overlay(
        _ bytes: [UInt8], from start: Int64, on buffer: UnsafeMutableRawBufferPointer, at offset: Int64, count: Int
    ) {
        let first = max(start, offset)
        let end = min(start + Int64(bytes.count), offset + Int64(count))
        guard first < end else { return }
        for place in first..<end { buffer[Int(place - offset)] = bytes[Int(place - start)] }
    }

    /// splitmix64's output function.
    private static func noise(_ value: UInt64) -> UInt64 {
        var mixed = value &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A document of one page with a line of text. Its cross-reference table is at the end, and spaces between the
    /// last object and the table make up the size.
    private static func pdf(title: String, size: Int) -> (head: [UInt8], tail: [UInt8]) {
        let text = "BT /F1 24 Tf 72 720 Td (\(title)) Tj ET"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
                + "/Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var head = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(head.utf8.count)
            head += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { table += padded(offset) + " 00000 n \n" }
        table += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n"
        // The table's own offset is written in ten digits, so that its length doesn't depend on it.
        let end = "\n%%EOF\n"
        let start = size - table.utf8.count - 10 - end.utf8.count
        return (Array(head.utf8), Array((table + padded(start) + end).utf8))
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }
}
