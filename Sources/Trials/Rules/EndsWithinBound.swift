import Reporting

/// Rule 7: an import ends within its bound, in success, failure or cancel, also if the provider never answers. A
/// deadline is never reported as the user's cancel, and nothing of it runs on.
enum EndsWithinBound {
    static func check(_ evidence: Evidence) -> [Violation] {
        evidence.attempts.flatMap { attempt -> [Violation] in
            guard attempt.pickFailure == nil else { return [] }
            var violations: [Violation] = []
            if attempt.wroteTooMuch {
                return [
                    evidence.violation(
                        7, attempt, claimed: attempt.claim,
                        truth: "it was ended after it had written more than \(SpaceLimit.usual >> 20) MiB")
                ]
            }
            if !attempt.wasKilled, attempt.result.timedOut || attempt.duration > evidence.witnesses.bound {
                violations.append(
                    evidence.violation(
                        7, attempt, claimed: attempt.claim,
                        truth: "\(attempt.duration.inSeconds) had passed, and the bound is "
                            + evidence.witnesses.bound.inSeconds))
            }
            if !attempt.isCancelled, !attempt.result.succeeded, attempt.result.failure?.saysCancelled == true {
                violations.append(
                    evidence.violation(
                        7, attempt, claimed: "reports that the user cancelled", truth: "nobody had cancelled"))
            }
            if !attempt.wasKilled, let process = attempt.strayProcesses.first {
                violations.append(
                    evidence.violation(
                        7, attempt, claimed: attempt.claim,
                        truth: "it left \(attempt.strayProcesses.count) processes behind, such as \(process)"))
            }
            return violations
        }
    }
}

extension ReportedFailure {
    /// Whether it tells the user that the user cancelled: by its kind, or by a cause that says nothing else.
    fileprivate var saysCancelled: Bool {
        let words = ["cancelled", "canceled"]
        return [kind, cause].contains { said in said.map { words.contains($0.lowercased()) } ?? false }
    }
}

extension Duration {
    /// With one decimal, such as `2.0 s`.
    package var inSeconds: String {
        let tenths = (components.seconds * 10) + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
