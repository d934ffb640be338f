import Foundation
import Synchronization
import SystemIO

@testable import ControlProtocol

/// The mount's end of a control socket, answering as a test says, on a thread of its own.
final class ScriptedMount: Sendable {
    /// What to send for a request: lines, at once.
    typealias Script = @Sendable (ControlRequestMessage) -> [[UInt8]]

    private final class Connection: Sendable {
        let socket: OwnedFileDescriptor
        init(_ socket: consuming OwnedFileDescriptor) { self.socket = socket }
    }

    let path: String
    private let folder: URL
    private let connection = Mutex<Connection?>(nil)
    private let listener: OwnedFileDescriptor

    init(_ script: @escaping Script) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-socket-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.appendingPathComponent("s").path
        listener = try UnixSocket.listen(at: path)
        try DetachedThread.start { [self] in try? serve(script) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Lets the connection go, as a provider that dies.
    func hangUp() {
        connection.withLock { if let end = $0?.socket.borrowed { UnixSocket.shutDown(end) } }
    }

    func send(_ line: [UInt8]) throws {
        try connection.withLock { if let end = $0?.socket.borrowed { try UnixSocket.sendAll(line, to: end) } }
    }

    private func serve(_ script: Script) throws {
        _ = Readiness.isReadable(listener.borrowed, until: .now + .seconds(10))
        let accepted = Connection(try UnixSocket.accept(on: listener.borrowed))
        let end = accepted.socket.borrowed
        connection.withLock { $0 = accepted }
        var framing = LineFraming()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while Readiness.isReadable(end, until: nil) {
            let count = try buffer.withUnsafeMutableBytes { try UnixSocket.receive(into: $0, from: end) }
            guard count > 0 else { return }
            for line in try framing.append(buffer[..<count]) {
                let message = try ControlCoding.request(line)
                if case .hello = message.command {
                    let greeting = HelloRequest.Response(
                        mountpoint: "/m", provider: "P", seed: 1, scopeRequired: false, profile: "strict")
                    try send(ControlCoding.line(id: message.id, ok: greeting))
                } else {
                    for answer in script(message) { try send(answer) }
                }
            }
        }
    }
}
