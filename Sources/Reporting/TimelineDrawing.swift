/// A timeline as SVG: a picture for eyes, a title and a table for everybody else.
struct TimelineDrawing {
    let timeline: Timeline
    let identifier: String

    private static let width = 960.0
    private static let labelWidth = 150.0
    private static let laneHeight = 26.0
    private static let top = 28.0

    private var lanes: [(name: String, style: String, bars: [Timeline.Bar])] {
        [("Trial", "action", timeline.actions), ("Importer's phases", "phase", timeline.phases)]
            .filter { !$0.2.isEmpty } + timeline.provider.map { ($0.name, "operation", $0.bars) }
    }

    var markup: String {
        let height = TimelineDrawing.top + Double(lanes.count) * TimelineDrawing.laneHeight + 6
        var svg = """
            <svg class="timeline" role="img" aria-labelledby="\(identifier)-t" \
            viewBox="0 0 \(Int(TimelineDrawing.width)) \(Int(height))" preserveAspectRatio="xMidYMid meet">
            <title id="\(identifier)-t">\(summary.markup)</title>

            """
        svg += axis(height: height)
        for (index, lane) in lanes.enumerated() {
            let y = TimelineDrawing.top + Double(index) * TimelineDrawing.laneHeight
            svg += "<text class=\"lane\" x=\"0\" y=\"\(number(y + 16))\">\(lane.name.markup)</text>\n"
            for bar in lane.bars { svg += rectangle(bar, y: y, style: lane.style) }
        }
        return svg + "</svg>\n" + table
    }

    private var summary: String {
        let faults = timeline.provider.flatMap(\.bars).filter(\.isFault).count
        let time = DurationText.of(seconds: Double(timeline.end - timeline.start) / 1e9)
        return "Timeline of \(time): the importer's phases above, the provider's operations beneath, "
            + "\(faults) of them changed by a fault"
    }

    private func x(_ time: Int64) -> Double {
        let share = Double(time - timeline.start) / Double(timeline.end - timeline.start)
        return TimelineDrawing.labelWidth + share * (TimelineDrawing.width - TimelineDrawing.labelWidth - 4)
    }

    private func rectangle(_ bar: Timeline.Bar, y: Double, style: String) -> String {
        let left = x(bar.start)
        let width = max(x(bar.end) - left, 1.5)
        let name = bar.isFault ? "fault" : style
        var text = ""
        if style == "phase", width > Double(bar.label.count) * 7 {
            text = "<text class=\"inside\" x=\"\(number(left + 4))\" y=\"\(number(y + 15))\">\(bar.label.markup)</text>"
        }
        return """
            <g><title>\(bar.label.markup)</title><rect class="\(name)" x="\(number(left))" y="\(number(y + 2))" \
            width="\(number(width))" height="18" rx="2"/>\(text)</g>

            """
    }

    private func axis(height: Double) -> String {
        (0...4).map { step in
            let time = timeline.start + (timeline.end - timeline.start) / 4 * Int64(step)
            let at = x(time)
            let anchor = step == 0 ? "start" : step == 4 ? "end" : "middle"
            let label = DurationText.of(seconds: Double(time - timeline.start) / 1e9)
            return """
                <line class="tick" x1="\(number(at))" x2="\(number(at))" y1="18" y2="\(number(height))"/>\
                <text class="tick" x="\(number(at))" y="13" text-anchor="\(anchor)">\(label)</text>

                """
        }.joined()
    }

    /// The same in words, folded away: for a screen reader, and for whoever wants the exact figures.
    private var table: String {
        let bars = lanes.flatMap { lane in lane.bars.map { (lane.name, $0) } }.sorted { $0.1.start < $1.1.start }
        let rows = bars.prefix(200).map { lane, bar in
            let start = DurationText.of(seconds: Double(bar.start - timeline.start) / 1e9)
            let length = DurationText.of(seconds: Double(bar.end - bar.start) / 1e9)
            let mark = bar.isFault ? " <strong>fault</strong>" : ""
            return "<tr><td>\(start)</td><td>\(length)</td><td>\(lane.markup)</td>"
                + "<td>\(bar.label.markup)\(mark)</td></tr>\n"
        }
        let leftOut = timeline.leftOut + max(bars.count - 200, 0)
        let note = leftOut > 0 ? "<p>\(leftOut) more are in the trace.</p>\n" : ""
        return """
            <details><summary>The timeline as a table</summary>
            <table><thead><tr><th scope="col">From</th><th scope="col">For</th><th scope="col">Lane</th>\
            <th scope="col">What</th></tr></thead><tbody>
            \(rows.joined())</tbody></table>
            \(note)</details>

            """
    }

    private func number(_ value: Double) -> String { DurationText.decimal(value) }
}
