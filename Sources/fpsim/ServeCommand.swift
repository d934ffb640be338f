import Arguments
import ControlProtocol
import FoundationEssentials
import ProviderServer
import SystemIO

/// One process, one mount after the other: a mount costs less than a program that starts.
enum ServeCommand {
    static let command: Command = .init(
        name: "serve", abstract: "serve one mount after the other, as lines of standard input ask",
        discussion: """
            Each line is a JSON array of what 'fpsim mount' takes; a word that isn't UTF-8 is {"percent": "caf%E9"}. Each mount has a server of its own, made for it and \
            gone with it; only the process stays. It prints 'ready' once the mount answers, 'ended' when the mount has \
            been taken away, or 'failed: ' and why. It ends with its standard input.
            """,
        examples: [
            .init(#"echo '["docs", "/mnt/p"]' | fpsim serve"#, "one mount, until 'fpsim unmount /mnt/p'")
        ]
    ) { _ in
        var lines = InputLines()
        do {
            while let line = try lines.next() { serve(line) }
            return .success
        } catch is LineFraming.LineTooLong {
            throw CommandFailure(.usage, "a line of standard input is longer than 1 MiB")
        }
    }

    /// The lines of standard input. Swift's `readLine` takes an EINTR that some earlier call has left for its own, and
    /// asks for ever at the end of the input.
    private struct InputLines {
        private var framing = LineFraming()
        private var complete: ArraySlice<[UInt8]> = []
        private var isAtEnd = false

        /// - Throws: `LineTooLong`.
        mutating func next() throws -> String? {
            while complete.isEmpty, !isAtEnd {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = try buffer.withUnsafeMutableBytes { try FileDescriptor(rawValue: 0).read(into: $0) }
                isAtEnd = count == 0
                // The last line may lack its end.
                complete += try framing.append(isAtEnd ? [UInt8(ascii: "\n")] : Array(buffer[..<count]))
            }
            return complete.popFirst().map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func serve(_ line: String) {
        do {
            let request = try MountCommand.request(invocation(of: line))
            try MountProcess.run(request) { Console.printNow("ready") }
            Console.printNow("ended")
        } catch let failure as CommandFailure {
            refuse(failure.message)
        } catch {
            refuse("\(error)")
        }
    }

    private static func invocation(of line: String) throws -> Invocation {
        guard let words = try? JSONDecoder().decode([ControlPath].self, from: Data(line.utf8)) else {
            throw CommandFailure(.usage, "a line that is no JSON array of words")
        }
        let parsed = try CommandLineParser.parse(bytes: words.map(\.bytes), root: MountCommand.command)
        guard case .run(_, let invocation) = parsed else {
            throw CommandFailure(.usage, "help can't be served")
        }
        return invocation
    }

    /// On one line, whatever it holds.
    private static func refuse(_ reason: String) {
        Console.printNow("failed: \(reason.split(separator: "\n").joined(separator: "; "))")
    }
}
