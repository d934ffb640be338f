/// What a synthesized tree looks like: `files=100000,size=64KiB,fanout=1000,kind=pdf`.
package struct SynthesizedShape: Sendable, Equatable {
    package enum Content: String, Sendable, CaseIterable {
        /// Bytes without meaning.
        case data
        /// Documents of one page, padded to their size.
        case pdf
    }

    package var fileCount: Int
    package var fileSize: Int64
    /// The most files in one folder; more files make folders `d0`, `d1` and so on.
    package var fanout: Int
    package var content: Content

    package init(fileCount: Int = 1000, fileSize: Int64 = 4096, fanout: Int = 1000, content: Content = .data) {
        self.fileCount = fileCount
        self.fileSize = fileSize
        self.fanout = fanout
        self.content = content
    }

    /// Why a description isn't one.
    package struct ParseError: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads `files=N,size=SIZE,fanout=N,kind=data|pdf`, each part of which may be left out. Sizes take KiB, MiB, GiB.
    /// - Throws: `ParseError`.
    package init(_ text: String) throws(ParseError) {
        self.init()
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else {
                throw ParseError(description: "'\(part)': expected key=value, such as files=1000")
            }
            try set(pair[0], pair[1])
        }
        guard content == .data || fileSize >= SynthesizedDocument.smallestPDF else {
            throw ParseError(
                description: "size=\(fileSize): a PDF has at least \(SynthesizedDocument.smallestPDF) bytes")
        }
    }

    private mutating func set(_ key: String, _ value: String) throws(ParseError) {
        func number(in range: ClosedRange<Int64>) throws(ParseError) -> Int64 {
            guard let number = SynthesizedShape.size(value), range.contains(number) else {
                throw ParseError(
                    description: "\(key)=\(value): expected a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
        switch key {
        case "files": fileCount = Int(try number(in: 0...100_000_000))
        case "size": fileSize = try number(in: 0...(1 << 50))
        case "fanout": fanout = Int(try number(in: 1...10_000_000))
        case "kind":
            guard let content = Content(rawValue: value) else {
                throw ParseError(description: "kind=\(value): expected data or pdf")
            }
            self.content = content
        default: throw ParseError(description: "'\(key)': expected files, size, fanout or kind")
        }
    }

    private static func size(_ text: String) -> Int64? {
        let units: [(String, Int64)] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]
        for (unit, factor) in units where text.hasSuffix(unit) {
            guard let number = Int64(text.dropLast(unit.count)) else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: factor)
            return overflow ? nil : product
        }
        return Int64(text)
    }
}
