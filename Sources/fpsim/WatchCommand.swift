import Arguments
import ControlProtocol
import Dispatch
import SystemIO

enum WatchCommand {
    private static let events = Flag("events", help: "Print events as they happen, one a line, instead of the view.")
    private static let once = Flag("once", help: "Print the view once.")

    static let command: Command = .init(
        name: "watch", abstract: "watch a mount live: downloads, waiting callers, scopes, claims, rules",
        discussion:
            "On a terminal the view is drawn anew twice a second. Elsewhere events are printed, as --events does.",
        options: [events, once],
        operands: [Operand("MOUNTPOINT", help: "A mount of fpsim.", completion: .directory)],
        examples: [
            .init("fpsim watch /mnt/p", "a live view"),
            .init("fpsim watch --events /mnt/p | grep EPERM", "as it happens"),
        ]
    ) { invocation in
        let text = invocation.operand("MOUNTPOINT")
        if invocation[once] {
            print(ViewText.text(try MountConnection(text).call(ViewRequest())))
            return .success
        }
        return invocation[events] || !Console.outputIsTerminal ? try printEvents(text) : try draw(text)
    }

    private static func draw(_ text: String) throws -> ExitCode {
        let at = try MountConnection(text)
        while at.client.failure == nil {
            guard let view = try? at.call(ViewRequest()) else { break }
            Console.printNow("\u{1B}[H\u{1B}[2J" + ViewText.text(view))
            Pause.milliseconds(500)
        }
        return .success
    }

    private static func printEvents(_ text: String) throws -> ExitCode {
        let at = try MountConnection(text)
        let ended = DispatchSemaphore(value: 0)
        do throws(ControlFailure) {
            let watcher = try ControlClient(to: at.mount) { event in
                switch event {
                case .trace(let line): Console.printNow(TraceText.line(line).escapingControls)
                case .ending: ended.signal()
                default: break
                }
            }
            _ = try watcher.call(WatchRequest())
            ended.wait()
            watcher.close()
        } catch {
            throw CommandFailure(error)
        }
        return .success
    }
}

/// A mount's view for people.
enum ViewText {
    static func text(_ view: ViewRequest.Response) -> String {
        var lines = [StatusText.text(view.status)]
        let status = view.status
        section("downloads", view.downloads.map(download), of: status.runningDownloads, &lines)
        section("waiting callers", view.callers.map(caller), of: status.heldRequests, &lines)
        section(
            "scopes", view.scopes.map { "\(process($0.process, $0.processIdentifier))  \($0.path)  x\($0.count)" },
            of: view.scopes.count, &lines)
        section(
            "claims",
            view.claims.map {
                "\(process($0.process, $0.processIdentifier))  \($0.mode) \($0.path)\($0.isGranted ? "" : "  (waits)")"
            }, of: status.heldClaims + status.waitingClaims, &lines)
        return lines.joined(separator: "\n")
    }

    private static func section(_ title: String, _ rows: [String], of total: Int, _ lines: inout [String]) {
        guard !rows.isEmpty else { return }
        lines.append("  \(title)")
        lines += rows.prefix(20).map { "    \($0.escapingControls)" }
        let more = max(total, rows.count) - min(rows.count, 20)
        if more > 0 { lines.append("    and \(more) more") }
    }

    private static func process(_ name: String, _ pid: Int32) -> String { "\(name)[\(pid)]" }

    private static func download(_ download: ViewRequest.Download) -> String {
        let fraction = download.size == 0 ? 1 : Double(download.received) / Double(download.size)
        let filled = Int(fraction * 20)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        let stalled = download.stalledBy.map { "  stalled by \($0)" } ?? ""
        return "[\(bar)] \(Int(fraction * 100))%  \(download.path)\(stalled)"
    }

    private static func caller(_ caller: ViewRequest.Caller) -> String {
        let who = caller.process.map { process($0, caller.processIdentifier ?? 0) } ?? "?"
        let why = caller.rule.map { "held by \($0)" } ?? "waits"
        let seconds = Double(caller.milliseconds / 100) / 10
        return "\(who)  \(caller.operation) \(caller.path)  \(why), \(seconds) s"
    }
}
