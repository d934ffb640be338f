/// The matrix as a table with filters. Without a script every row is shown.
struct HTMLMatrix {
    private let matrix: OutcomeMatrix
    private let title: String

    init(_ matrix: OutcomeMatrix, title: String) {
        self.matrix = matrix
        self.title = title
    }

    var markup: String {
        let heads = matrix.columns.map { "<th scope=\"col\">\($0.markup)</th>" }.joined()
        return """
            <section aria-labelledby="matrix">
            <h2 id="matrix">\(title.markup)</h2>
            \(filters)
            <div class="scroll" role="region" aria-labelledby="matrix" tabindex="0">
            <table class="matrix">
            <thead><tr><th scope="col">Behaviour</th>\(heads)</tr></thead>
            <tbody>
            \(matrix.rows.map(row).joined())</tbody>
            </table>
            </div>
            <p id="shown" role="status"></p>
            </section>
            """
    }

    private func row(_ row: OutcomeMatrix.Row) -> String {
        let provider = row.provider.isEmpty ? "" : "<br><small>\(row.provider.markup)</small>"
        let cells = row.cells.map { "<td>\($0.map(cell).joined(separator: "<br>"))</td>" }.joined()
        return """
            <tr data-verdict="\(row.verdict.rawValue)" data-provider="\(row.provider.markup)" \
            data-phases="\(row.phases.sorted().joined(separator: " ").markup)">\
            <th scope="row">\(row.behaviour.markup)\(provider)</th>\(cells)</tr>

            """
    }

    /// A sign, a word and a colour: never the colour alone.
    private func cell(_ cell: OutcomeMatrix.Cell) -> String {
        let sign = [.held: "✓", .failed: "✗", .void: "○"][cell.verdict] ?? ""
        let expected = cell.expected.map { " <small>expected: \($0.markup)</small>" } ?? ""
        let text =
            "<span class=\"\(cell.verdict.rawValue)\"><span aria-hidden=\"true\">\(sign)</span> "
            + "\(cell.text.markup)</span>\(expected)"
        return cell.anchor.map { "<a href=\"#\($0)\">\(text)</a>" } ?? text
    }

    private var filters: String {
        let verdicts = Set(matrix.rows.map(\.verdict.rawValue)).sorted()
        let providers = Set(matrix.rows.map(\.provider)).subtracting([""]).sorted()
        let phases = matrix.rows.reduce(into: Set<String>()) { $0.formUnion($1.phases) }.sorted()
        return """
            <form class="filters" hidden>
            <label>Find <input type="search" name="text" autocomplete="off"></label>
            \(choice("verdict", "Verdict", verdicts))\(choice("provider", "Provider", providers))\
            \(choice("phase", "Failing phase", phases))
            <button type="reset">Show all</button>
            </form>
            """
    }

    private func choice(_ name: String, _ label: String, _ values: [String]) -> String {
        guard values.count > 1 else { return "" }
        let options = values.map { "<option>\($0.markup)</option>" }.joined()
        return "<label>\(label) <select name=\"\(name)\"><option value=\"\">all</option>\(options)</select></label>\n"
    }
}
