import Arguments
import ControlProtocol
import ProviderServer

/// What a person does to items by hand, as `fileproviderctl` and `brctl` let one do it.
enum ItemCommands {
    private static let coordinated = Flag(
        "coordinated", help: "With a write claim, as a good provider does; else at once.")
    private static let wait = Flag("wait", help: "Return when the download has ended.")
    private static let with = Option<String>(
        "with", oneOf: ["newer", "older", "garbage", "html", "empty", "directory"], placeholder: "WHAT",
        help: "What takes the item's place: newer (default), older, garbage, html, empty or directory.")
    private static let duration = Option<Duration>("for", help: "For so long; without it until `online`.")

    private static let path = Operand("PATH", help: "An item on a mount.")
    private static let paths = Operand("PATH", .atLeastOne, help: "Items on a mount.")
    private static let mountPoint = Operand("MOUNTPOINT", help: "A mount of fpsim.", completion: .directory)

    static let all: [Command] = [evict, materialize, move, replace, delete, trash, revoke, offline, online]

    private static let evict: Command = .init(
        name: "evict", abstract: "take an item's content away, so that it is dataless", operands: [paths],
        examples: [.init("fpsim evict /mnt/p/report.pdf", "the next read downloads it")]
    ) { invocation in
        for path in invocation.operandBytesList("PATH") {
            let at = try MountConnection(path)
            _ = try at.call(EvictRequest(path: at.path))
        }
        return .success
    }

    private static let materialize: Command = .init(
        name: "materialize", abstract: "download an item's content", options: [wait], operands: [paths],
        examples: [.init("fpsim materialize --wait /mnt/p/report.pdf", "as the system fetches it ahead of a read")]
    ) { invocation in
        for path in invocation.operandBytesList("PATH") {
            let at = try MountConnection(path)
            _ = try at.call(MaterializeRequest(path: at.path, wait: invocation[wait]), deadline: nil)
        }
        return .success
    }

    private static let move: Command = .init(
        name: "move", abstract: "move an item, as if somebody did it on another device",
        discussion: "The source stays as it is: the mount alone shows the item elsewhere.",
        options: [coordinated],
        operands: [path, Operand("TO", help: "The new path: on the mount, or else relative to its root.")],
        examples: [.init("fpsim move /mnt/p/report.pdf Archive/report.pdf", "the folder appears if it isn't there")]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("PATH"))
        let typed = invocation.operandBytes("TO")
        var to = try MountPath.on(at.mount, typed)
        // Into the folder, though it isn't there yet.
        if typed.last == UInt8(ascii: "/"), let name = at.path.components.last {
            to = ControlPath(bytes: [to.bytes, name].filter { !$0.isEmpty }.joined(separator: [UInt8(ascii: "/")]))
        }
        _ = try at.call(
            MoveRequest(path: at.path, to: to, coordinated: invocation[coordinated]), deadline: nil)
        return .success
    }

    private static let replace: Command = .init(
        name: "replace", abstract: "give an item other content under a new version", options: [with, coordinated],
        operands: [path],
        examples: [.init("fpsim replace --with html /mnt/p/report.pdf", "a sign-in page under its name")]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("PATH"))
        _ = try at.call(
            ReplaceRequest(path: at.path, with: invocation[with] ?? "newer", coordinated: invocation[coordinated]),
            deadline: nil)
        return .success
    }

    private static let delete: Command = .init(
        name: "delete", abstract: "delete an item on the mount; the source keeps it", options: [coordinated],
        operands: [path],
        examples: [.init("fpsim delete /mnt/p/report.pdf", "as another device did")]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("PATH"))
        _ = try at.call(DeleteRequest(path: at.path, coordinated: invocation[coordinated]), deadline: nil)
        return .success
    }

    private static let trash: Command = .init(
        name: "trash", abstract: "move an item to the provider's trash folder", operands: [path],
        examples: [.init("fpsim trash /mnt/p/report.pdf", "it is .Trash/report.pdf then")]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("PATH"))
        _ = try at.call(TrashRequest(path: at.path))
        return .success
    }

    private static let revoke: Command = .init(
        name: "revoke", abstract: "take back the security scopes of an item; of all, for a mountpoint",
        operands: [path],
        examples: [
            .init("fpsim revoke /mnt/p/report.pdf", "whoever opens it again is refused"),
            .init("fpsim revoke /mnt/p", "all scopes"),
        ]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("PATH"))
        _ = try at.call(RevokeRequest(path: at.path.bytes.isEmpty ? nil : at.path))
        return .success
    }

    private static let offline: Command = .init(
        name: "offline", abstract: "cut the provider's network", options: [duration], operands: [mountPoint],
        examples: [.init("fpsim offline --for 30s /mnt/p", "what isn't here can't be fetched")]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("MOUNTPOINT"))
        let milliseconds = invocation[duration].map { Int($0 / .milliseconds(1)) }
        _ = try at.call(OfflineRequest(milliseconds: milliseconds))
        return .success
    }

    private static let online: Command = .init(
        name: "online", abstract: "give the provider its network back, and wake one that hangs or died",
        operands: [mountPoint],
        examples: [.init("fpsim online /mnt/p", "whoever waits for the provider goes on")]
    ) { invocation in
        _ = try MountConnection(invocation.operandBytes("MOUNTPOINT")).call(OnlineRequest())
        return .success
    }
}
