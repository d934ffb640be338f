/// What one run of a row gives: one line of JSON, so that any script can read it.
struct Measurement {
    var operations = 0
    var bytes = 0
    var nanoseconds: UInt64 = 0
    /// Each operation's time, where the row is about latency.
    var samples: [UInt64] = []

    /// The share of samples that are at most so long, in nanoseconds.
    private func percentile(_ percent: Double) -> UInt64 {
        let sorted = samples.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * percent / 100))]
    }

    var json: String {
        let seconds = Double(nanoseconds) / 1e9
        var fields = [
            "\"operations\":\(operations)", "\"bytes\":\(bytes)", "\"seconds\":\(seconds)",
            "\"rate\":\(seconds > 0 ? Double(bytes > 0 ? bytes : operations) / seconds : 0)",
        ]
        if !samples.isEmpty {
            for (name, percent) in [("min", 0.0), ("p05", 5), ("p50", 50), ("p95", 95), ("p99", 99), ("max", 100)] {
                fields.append("\"\(name)\":\(Double(percentile(percent)) / 1e9)")
            }
        }
        return "{" + fields.joined(separator: ",") + "}"
    }
}
