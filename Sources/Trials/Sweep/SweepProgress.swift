/// Where a sweep is.
package struct SweepProgress: Sendable {
    package var done = 0
    /// As far as it is known: runs differ by an operation or two.
    package var total = 0
    package var findings = 0
    package var seconds = 0.0

    /// `412 of about 1050 points, 30 a second, 21 s left, none failed`.
    package var line: String {
        let rate = seconds > 0 ? Double(done) / seconds : 0
        var parts = ["\(done) of about \(max(total, done)) points"]
        if rate > 0 {
            parts.append("\(Int(rate.rounded())) a second")
            parts.append("\(Int((Double(max(total - done, 0)) / rate).rounded(.up))) s left")
        }
        parts.append(findings == 0 ? "none failed" : "\(findings) failed")
        return parts.joined(separator: ", ")
    }
}
