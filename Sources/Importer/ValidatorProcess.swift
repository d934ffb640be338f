import ImportCore
import SystemIO

/// A running fpsim-validator, which judges one document at a time, each in a child of its own.
final class ValidatorProcess: Sendable {
    private let process: ChildProcess
    private let socket: OwnedFileDescriptor

    /// Longer than the validator's own limit, for a validator that is stuck itself.
    private static let patience = Duration.seconds(15)

    /// - Throws: `Errno`.
    init(program: String) throws(Errno) {
        let ends = try DescriptorPassing.pair()
        var options = ChildProcess.Options()
        // A parser that crashes on a hostile document is expected: no report of it belongs on a person's terminal.
        // What is bound when it starts need not be bound in the child of each document.
        options.environment = ["SWIFT_BACKTRACE": "enable=no", "LD_BIND_NOW": "1"]
        options.error = .null
        options.input = .descriptor(ends.second.borrowed)
        options.output = .null
        // Ctrl-C is for the importer, which then ends its validators.
        options.startsSession = true
        process = try ChildProcess(path: program, arguments: [], options: options)
        socket = try ends.first.borrowed.duplicate()
    }

    /// - Returns: nil when the validator gave no answer, or the import was interrupted: then it can't be used again.
    func judge(_ document: FileDescriptor, _ request: ValidationRequest, _ control: ImportControl) -> ValidationReply? {
        do throws(Errno) {
            try DescriptorPassing.send(request.message, with: document, to: socket.borrowed)
            let end = ContinuousClock.now + Self.patience
            while !Readiness.isReadable(socket.borrowed, until: min(end, .now + .milliseconds(50))) {
                if control.interruption != nil || ContinuousClock.now >= end { return nil }
            }
            guard let received = try DescriptorPassing.receive(limit: ValidationReply.limit, from: socket.borrowed)
            else { return nil }
            return ValidationReply(message: received.message)
        } catch {
            return nil
        }
    }
}
