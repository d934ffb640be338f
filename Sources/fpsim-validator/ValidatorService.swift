import ImportCore
import SystemIO

/// Answers one request after the other, until the importer closes its end.
struct ValidatorService {
    let socket: FileDescriptor

    func run() throws(Errno) {
        while var received = try DescriptorPassing.receive(limit: ValidationRequest.limit, from: socket) {
            guard let request = ValidationRequest(message: received.message),
                let document = received.takeDescriptor()
            else { return }
            let reply = try judge(document.borrowed, request)
            try DescriptorPassing.send(reply.message, to: socket)
        }
    }

    private func judge(_ document: FileDescriptor, _ request: ValidationRequest) throws(Errno) -> ValidationReply {
        let pipe = try Pipe()
        try pipe.readEnd.borrowed.setNonBlocking()
        let output = pipe.writeEnd.borrowed
        DocumentJudge.prepare(for: document)
        let child = try ForkedChild {
            // A child's only way out is its end of the pipe: with the socket, it could answer for others.
            socket.closeInForkedChild()
            let reply = DocumentJudge.judge(document, request)
            reply.message.withUnsafeBytes { bytes in _ = try? output.write(bytes) }
        }
        let exit = try child.wait(until: .now + DocumentJudge.wallTime)
        return try reply(exit, from: pipe.readEnd.borrowed)
    }

    private func reply(
        _ exit: ChildProcess.Exit?, from reader: FileDescriptor
    ) throws(Errno) -> ValidationReply {
        switch exit {
        case nil:
            return ValidationReply(.unsafe, nil, "its parser ran for more than 10 s")
        case .killed(let signal)?:
            return DocumentJudge.reply(toSignal: signal)
        case .exited?:
            var buffer = [UInt8](repeating: 0, count: ValidationReply.limit)
            let count = (try? buffer.withUnsafeMutableBytes { bytes in try reader.read(into: bytes) }) ?? 0
            return ValidationReply(message: Array(buffer[..<count]))
                ?? ValidationReply(.unsafe, nil, "its parser ended without a verdict")
        }
    }
}
