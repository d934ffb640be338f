import Arguments
import Dispatch
import Glibc
import SystemIO

/// Parses, calls, prints what went wrong, exits.
@main struct Program {
    static func main() {
        let code = run(Array(CommandLine.arguments.dropFirst()))
        exit(outputWasWritten() ? code.rawValue : ExitCode.ioError.rawValue)
    }

    /// What was printed is no use to a caller that can't have got it: a full disk, say. A reader that has left is none.
    private static func outputWasWritten() -> Bool {
        guard fflush(nil) != 0 else { return true }
        let error = Errno.current
        if error == Errno(rawValue: EPIPE) { return true }
        Console.printError("standard output can't be written: \(error)", path: [Commands.root.name])
        return false
    }

    private static func run(_ words: [String]) -> ExitCode {
        var path = [Commands.root.name]
        do {
            let line = words == ["--version"] ? ["version"] : words
            switch try CommandLineParser.parse(line, root: Commands.root) {
            case .help(let command, let path):
                print(HelpText.text(for: command, path: path), terminator: "")
                return .success
            case .run(let command, let invocation):
                path = invocation.path
                return try perform(command, invocation)
            }
        } catch let error as UsageError {
            Console.warn(error.description)
            return .usage
        } catch let failure as CommandFailure {
            Console.printError(failure.message, path: path, remedy: failure.remedy)
            return failure.code
        } catch let errno as Errno {
            Console.printError(errno.description, path: path)
            return .ioError
        } catch {
            Console.printError("\(error)", path: path)
            return .internalError
        }
    }

    private static func perform(_ command: Command, _ invocation: Invocation) throws -> ExitCode {
        switch command.action {
        case .synchronous(let work): return try work(invocation)
        case .asynchronous(let work): return try wait { try await work(invocation) }
        case .group: preconditionFailure("the parser returns no group")
        }
    }

    /// Blocks the main thread, which has nothing else to do, until the work is done on the concurrency pool.
    private static func wait(for work: @escaping @Sendable () async throws -> ExitCode) throws -> ExitCode {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: Result<ExitCode, any Error>?
        Task.detached {
            do { result = .success(try await work()) } catch { result = .failure(error) }
            done.signal()
        }
        done.wait()
        return try result!.get()
    }
}
