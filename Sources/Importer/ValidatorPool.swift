import Glibc
import ImportCore
import SystemIO

/// Validator processes that are started ahead and lent out, as many as there are processors.
final class ValidatorPool: Sendable {
    private struct State {
        var idle: [ValidatorProcess] = []
        var lent = 0
    }

    private let program: String
    private let capacity: Int
    private let state = ConditionVariable(State())

    init(program: String, capacity: Int = ValidatorPool.processorCount) {
        self.program = program
        self.capacity = capacity
        // A first one now, so that it is ready when the first document is staged. If it can't be started, the first
        // document's validation says so.
        if let process = try? ValidatorProcess(program: program) { state.change { $0.idle.append(process) } }
    }

    /// Judges a document; once more when a validator died, since that may have been for another reason.
    /// - Throws: `ImportProblem` when the import was interrupted or no validator works.
    func judge(
        _ document: FileDescriptor, _ request: ValidationRequest, _ control: ImportControl
    ) throws(ImportProblem) -> ValidationReply {
        for _ in 0..<2 {
            let process = try borrow()
            let reply = process.judge(document, request, control)
            state.changeWakingOne { state in
                state.lent -= 1
                if reply != nil { state.idle.append(process) }
            }
            if let reply { return reply }
            try control.checkpoint()
        }
        throw ImportProblem(.internal, "the validator (\(program)) does not answer", remedy: .retry)
    }

    private func borrow() throws(ImportProblem) -> ValidatorProcess {
        // Each takes a few descriptors of this process, of which the imports need most.
        let capacity = min(capacity, max(1, DescriptorLimit.current / 16))
        let idle = state.wait { state -> ValidatorProcess?? in
            if let process = state.idle.popLast() {
                state.lent += 1
                return .some(process)
            }
            guard state.lent < capacity else { return nil }
            state.lent += 1
            return .some(nil)
        }
        if let idle { return idle }
        do throws(Errno) {
            return try ValidatorProcess(program: program)
        } catch {
            state.changeWakingOne { $0.lent -= 1 }
            throw ImportProblem(starting: "the validator (\(program))", error)
        }
    }

    private static var processorCount: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
