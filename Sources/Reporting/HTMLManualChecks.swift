/// What no run on Linux can show, as rows to fill in.
struct HTMLManualChecks {
    private let checks: [ManualCheck]

    init(_ checks: [ManualCheck]) {
        self.checks = checks
    }

    var markup: String {
        guard !checks.isEmpty else { return "" }
        let rows = checks.map { check in
            "<tr><th scope=\"row\">\(check.name.markup)</th><td>\(check.instructions.markup)</td>"
                + "<td>\((check.result.isEmpty ? "not done" : check.result).markup)</td>"
                + "<td>\(check.device.markup)</td><td>\(check.date.markup)</td></tr>\n"
        }
        return """
            <section aria-labelledby="manual"><h2 id="manual">What stays a check on a device</h2>
            <div class="scroll" role="region" aria-labelledby="manual" tabindex="0">
            <table><thead><tr><th scope="col">Check</th><th scope="col">What to do</th><th scope="col">Result</th>\
            <th scope="col">Device</th><th scope="col">Date</th></tr></thead><tbody>
            \(rows.joined())</tbody></table></div></section>
            """
    }
}
