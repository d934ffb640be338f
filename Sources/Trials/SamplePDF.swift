/// A valid PDF of about a given size, the same for the same seed: what trials lay out where no real documents are
/// given. It has pages of text, and its bytes differ everywhere, so that a copy's pieces can't be mistaken for each
/// other.
package enum SamplePDF {
    /// - Parameter size: Bytes; the result has at least this many, and at most some hundred more.
    package static func bytes(size: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var writer = Writer()
        let pageCount = max(1, min(size / (32 * 1024), 64))
        let overhead = 260 + pageCount * 300
        let lengthOfPage = max(80, (size - overhead) / pageCount)
        let kids = (0..<pageCount).map { "\(4 + $0 * 2) 0 R" }.joined(separator: " ")
        writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.object(2, "<< /Type /Pages /Kids [\(kids)] /Count \(pageCount) >>")
        writer.object(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
        for page in 0..<pageCount {
            writer.object(
                4 + page * 2,
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(5 + page * 2) 0 R "
                    + "/Resources << /Font << /F1 3 0 R >> >> >>")
            writer.stream(5 + page * 2, text(length: lengthOfPage, page: page, random: &random))
        }
        return writer.finish()
    }

    private static func text(length: Int, page: Int, random: inout SplitMix64) -> [UInt8] {
        var text = Array("BT /F1 8 Tf 40 800 Td 9 TL (Page \(page + 1)) Tj T*\n".utf8)
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789    ".utf8)
        while text.count < length - 8 {
            text += Array("(".utf8)
            for _ in 0..<9 {
                var bits = random.next()
                for _ in 0..<8 {
                    text.append(letters[Int(bits & 31)])
                    bits >>= 8
                }
            }
            text += Array(") Tj T*\n".utf8)
        }
        return text + Array("ET\n".utf8)
    }

    private struct Writer {
        private var bytes = Array("%PDF-1.4\n%\u{E2}\u{E3}\u{CF}\u{D3}\n".utf8)
        private var offsets: [(number: Int, offset: Int)] = []

        mutating func object(_ number: Int, _ body: String) {
            offsets.append((number, bytes.count))
            bytes += Array("\(number) 0 obj\n\(body)\nendobj\n".utf8)
        }

        mutating func stream(_ number: Int, _ content: [UInt8]) {
            offsets.append((number, bytes.count))
            bytes += Array("\(number) 0 obj\n<< /Length \(content.count) >>\nstream\n".utf8)
            bytes += content
            bytes += Array("\nendstream\nendobj\n".utf8)
        }

        mutating func finish() -> [UInt8] {
            let start = bytes.count
            var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
            for entry in offsets.sorted(by: { $0.number < $1.number }) {
                let digits = String(entry.offset)
                table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
            }
            table += "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
            return bytes + Array(table.utf8)
        }
    }
}

/// A small generator that gives the same numbers for the same seed on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
