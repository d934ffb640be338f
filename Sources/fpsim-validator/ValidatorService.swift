import ImportCore
import SystemIO

/// Answers one request after the other, until the importer closes its end.
struct ValidatorService {
    let socket: FileDescriptor
    /// What a child that judges a PDF does without; nil where every child gets everything.
    let libraries: ForkedLibraries?

    func run() throws(Errno) {
        while var received = try DescriptorPassing.receive(limit: ValidationRequest.limit, from: socket) {
            guard let request = ValidationRequest(message: received.message) else { return }
            let reply: ValidationReply
            if let document = received.takeDescriptor() {
                reply = answer(request, document.borrowed)
            } else {
                // The kernel leaves it out where this process may have no more.
                reply = ValidationReply(.busy, nil, "open files")
            }
            try DescriptorPassing.send(reply.message, to: socket)
        }
    }

    /// What failed here is no fault of the document's.
    private func answer(_ request: ValidationRequest, _ document: FileDescriptor) -> ValidationReply {
        do throws(Errno) {
            return try reply(to: request, document)
        } catch .wouldBlock {
            return ValidationReply(.busy, nil, "processes")
        } catch {
            return DocumentJudge.reply(to: error)
        }
    }

    /// A child that is thought to need little gets little. Where that was not enough it has crashed, and is believed
    /// only when one with everything crashes too.
    private func reply(to request: ValidationRequest, _ document: FileDescriptor) throws(Errno) -> ValidationReply {
        if let libraries, request.claimed == .pdf {
            libraries.leaveOut(true)
            let exit = try judge(document, request)
            if !exit.isCrash { return exit.reply }
        }
        libraries?.leaveOut(false)
        return try judge(document, request).reply
    }

    private struct Ending {
        let reply: ValidationReply
        var isCrash = false
    }

    private func judge(_ document: FileDescriptor, _ request: ValidationRequest) throws(Errno) -> Ending {
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
        return ending(exit, from: pipe.readEnd.borrowed)
    }

    private func ending(_ exit: ChildProcess.Exit?, from reader: FileDescriptor) -> Ending {
        switch exit {
        case nil:
            return Ending(reply: ValidationReply(.unsafe, nil, "its parser ran for more than 10 s"))
        case .killed(let signal)?:
            return Ending(reply: DocumentJudge.reply(toSignal: signal), isCrash: DocumentJudge.isCrash(signal))
        case .exited?:
            var buffer = [UInt8](repeating: 0, count: ValidationReply.limit)
            let count = (try? buffer.withUnsafeMutableBytes { bytes in try reader.read(into: bytes) }) ?? 0
            return Ending(
                reply: ValidationReply(message: Array(buffer[..<count]))
                    ?? ValidationReply(.unsafe, nil, "its parser ended without a verdict"))
        }
    }
}
