/// Where a soak is.
package struct SoakProgress: Hashable, Sendable {
    package var trials: Int
    /// nil: as many as the time allows.
    package var trialLimit: Int?
    package var imports: Int
    package var faultsMet: Int
    package var violations: Int
    package var causes: Int
    package var elapsedSeconds: Double
    package var secondsLeft: Double?
    /// What is being done once the trials are over.
    package var activity: String?

    /// `1,234 trials, 3,002 imports, 4,100 faults, 2 violations of 1 cause, 41.2 a second, 12 min left`.
    package var line: String {
        var parts = [
            "\(trials)\(trialLimit.map { " of \($0)" } ?? "") trials", "\(imports) imports", "\(faultsMet) faults met",
            violations == 0 ? "no violation" : "\(violations) violations of \(causes) causes",
        ]
        if elapsedSeconds > 0 {
            let tenths = Int(Double(trials) / elapsedSeconds * 10)
            parts.append("\(tenths / 10).\(tenths % 10) a second")
        }
        if let secondsLeft { parts.append(SoakProgress.text(secondsLeft) + " left") }
        if let activity { parts.append(activity) }
        return parts.joined(separator: ", ")
    }

    private static func text(_ seconds: Double) -> String {
        let total = Int(max(seconds, 0).rounded())
        return total >= 3600
            ? "\(total / 3600) h \(total / 60 % 60) min" : total >= 60 ? "\(total / 60) min" : "\(total) s"
    }
}
