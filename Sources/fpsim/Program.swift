import Arguments
import Dispatch
import Glibc
import SystemIO

/// Parses, calls, prints what went wrong, exits.
@main struct Program {
    static func main() {
        // A file that may not grow is an error like others, which is told: the signal would end the program without a word.
        // A handler, since programs that this one starts would inherit that it is ignored.
        signal(SIGXFSZ) { _ in }
        let code = run(words)
        exit(outputWasWritten() ? code.rawValue : ExitCode.ioError.rawValue)
    }

    /// What was printed is no use to a caller that can't have got it: a full disk, say. A reader that has left is none.
    private static func outputWasWritten() -> Bool {
        switch StandardStreams.flushOutput() {
        case .written, .readerLeft: return true
        case .failed(let error):
            let reason = error.map { ": \($0)" } ?? " in full"
            Console.printError("standard output can't be written\(reason)", path: [Commands.root.name])
            return false
        }
    }

    /// As the system hands them over: `CommandLine.arguments` has repaired what isn't UTF-8.
    static var words: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    private static func run(_ words: [[UInt8]]) -> ExitCode {
        var path = [Commands.root.name]
        do {
            let line = words == [Array("--version".utf8)] ? [Array("version".utf8)] : words
            switch try CommandLineParser.parse(bytes: line, root: Commands.root) {
            case .help(let command, let path):
                print(HelpText.text(for: command, path: path), terminator: "")
                return .success
            case .run(let command, let invocation):
                path = invocation.path
                return try perform(command, invocation)
            }
        } catch let error as UsageError {
            let line = UsageError(error.message.asOneLine, suggestion: error.suggestion, path: error.path)
            Console.warn(line.description)
            return .usage
        } catch let failure as CommandFailure {
            Console.printError(failure.message, path: path, details: failure.details, remedy: failure.remedy)
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
