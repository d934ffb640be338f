import Trials

extension DocumentRecipe {
    /// The document itself: the same for the same recipe on every machine.
    package var bytes: [UInt8] {
        switch content {
        case .pdf(let size):
            return SamplePDF.bytes(size: size, seed: variant)
        case .cutPDF(let size, let percent):
            let whole = SamplePDF.bytes(size: size, seed: variant)
            return Array(whole.prefix(whole.count * percent / 100))
        case .html:
            return Array("<!DOCTYPE html>\n<title>Error \(variant)</title>\n<p>This item can't be downloaded.\n".utf8)
        case .noise(let size):
            var random = SplitMix64(seed: variant)
            return (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case .empty:
            return []
        }
    }
}
