import FoundationEssentials
import Reporting
import SystemIO
import Testing

/// The page as a real browser lays it out: Debian's package `chromium`, without a window.
@Suite(.serialized) struct PageInABrowserTests {
    @Test(arguments: [390, 1280])
    func `the page fits its width, and everything in it can be reached by keyboard`(width: Int) throws {
        let layout = try layout(width: width)
        #expect(layout.contains("\"overflow\":false"), "\(layout)")
        #expect(layout.contains("\"withoutName\":0"), "\(layout)")
        #expect(layout.contains("\"rows\":12"), "\(layout)")
        #expect(layout.contains("\"filtered\":1"), "\(layout)")
        #expect(layout.contains("\"lowContrast\":0"), "\(layout)")
    }

    @Test(arguments: [390, 1280])
    func `the page can be looked at`(width: Int) throws {
        try withFolder { folder in
            try page.write(toFile: folder + "/report.html", atomically: false, encoding: .utf8)
            let picture = folder + "/picture.png"
            _ = try browse(
                ["--screenshot=\(picture)", "--window-size=\(width),1600", "file://\(folder)/report.html"],
                folder: folder)
            let bytes = try Data(contentsOf: URL(filePath: picture))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(bytes.count > 20_000, "an empty page is smaller than that")
            if let wanted = ProcessInfo.processInfo.environment["FPSIM_KEEP_PICTURES"] {
                try bytes.write(to: URL(filePath: "\(wanted)/report-\(width).png"))
            }
        }
    }

    private let page = HTMLReport(SampleRuns.matrix(trials: 12), traces: [1: SampleRuns.trace]).text

    /// Adds a script that measures the page in the browser and leaves what it found in the document's title.
    private func layout(width: Int) throws -> String {
        let probe = """
            <script>
            {
            const named = [...document.querySelectorAll("a, input, select, button, [tabindex], svg")];
            const name = (e) => e.getAttribute("aria-label") || e.getAttribute("aria-labelledby")
              || e.textContent.trim() || (e.labels && e.labels[0] && e.labels[0].textContent.trim());
            const luminance = (text) => { const [r, g, b] = text.match(/\\d+/g).map((v) => { v /= 255;
              return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126*r + .7152*g + .0722*b; };
            const contrast = (e) => { let p = e; while (p && getComputedStyle(p).backgroundColor.endsWith(", 0)"))
              p = p.parentElement;
              const a = luminance(getComputedStyle(e).color), b = luminance(p ? getComputedStyle(p).backgroundColor
              : "rgb(255,255,255)"); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); };
            const texts = [...document.querySelectorAll("p, td, th, dt, dd, small, h1, h2, h3, a, .badge, span")];
            const rows = document.querySelectorAll(".matrix tbody tr").length;
            form.elements.text.value = "ends-early"; form.dispatchEvent(new Event("input"));
            document.body.dataset.probe = JSON.stringify({
              overflow: document.documentElement.scrollWidth > innerWidth,
              withoutName: named.filter((e) => !name(e)).length, rows,
              lowContrast: texts.filter((e) => e.textContent.trim() && contrast(e) < 4.5).length,
              filtered: [...document.querySelectorAll(".matrix tbody tr")].filter((r) => !r.hidden).length });
            }
            </script>
            """
        return try withFolder { folder in
            let probed = page.replacing("</body>", with: probe + "</body>")
            try probed.write(toFile: folder + "/report.html", atomically: false, encoding: .utf8)
            let dom = try browse(
                ["--dump-dom", "--window-size=\(width),1200", "file://\(folder)/report.html"], folder: folder)
            let start = try #require(dom.firstRange(of: "data-probe=\"")).upperBound
            return String(dom[start...].prefix { $0 != "\"" }).replacing("&quot;", with: "\"")
        }
    }

    private func browse(_ arguments: [String], folder: String) throws -> String {
        let own = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--no-first-run", "--user-data-dir=\(folder)/profile",
        ]
        let run = try CapturedRun(
            path: "chromium", arguments: own + arguments, until: .now + .seconds(60), limit: 1 << 22)
        #expect(run.exit == .exited(0), "\(run.error.text.suffix(500))")
        return run.output.text
    }

    private func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fpsim-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.path)
    }
}
