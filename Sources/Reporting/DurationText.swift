import Trace

/// Times as reports show them.
enum DurationText {
    /// `1 h 02 min`, `3 min 04 s`, `5.3 s`, `12 ms`, `0.4 ms`.
    static func of(seconds: Double) -> String {
        let total = Int64(saturating: seconds.rounded())
        switch seconds {
        case 3600...: return "\(total / 3600) h \(twoDigits(total / 60 % 60)) min"
        case 60..<3600: return "\(total / 60) min \(twoDigits(total % 60)) s"
        case 1..<60: return "\(decimal(seconds)) s"
        case 0.01..<1: return "\(Int((seconds * 1000).rounded())) ms"
        default: return "\(decimal(seconds * 1000)) ms"
        }
    }

    /// With one digit after the point, as no locale would change it.
    static func decimal(_ value: Double) -> String {
        let tenths = Int64(saturating: (value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\((tenths / 10).magnitude).\((tenths % 10).magnitude)"
    }

    private static func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
