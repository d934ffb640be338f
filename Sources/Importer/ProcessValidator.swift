import ImportCore
import SystemIO

/// Judges staged copies in `fpsim-validator`: first strictly, and a damaged one again with repairs allowed.
final class ProcessValidator: DocumentValidator {
    private let files: DocumentFiles
    private let pool: ValidatorPool

    init(files: DocumentFiles, pool: ValidatorPool) {
        self.files = files
        self.pool = pool
    }

    func validate(
        _ id: EntryID, claimed: ContentType?, _ control: ImportControl
    ) throws(ImportProblem) -> DocumentVerdict {
        let document = try files.openStaged(id)
        return try Self.verdict(on: document.borrowed, claimed: claimed, pool, control)
    }

    static func verdict(
        on document: FileDescriptor, claimed: ContentType?, _ pool: ValidatorPool, _ control: ImportControl
    ) throws(ImportProblem) -> DocumentVerdict {
        let request = ValidationRequest(mayRepair: false, claimed: claimed)
        let first = try judge(document, request, pool, control)
        guard first.finding == .damaged else { return DocumentVerdict(first) }
        let second = try judge(document, ValidationRequest(mayRepair: true, claimed: claimed), pool, control)
        guard second.finding == .valid, let type = second.type, type == first.type else {
            return DocumentVerdict(second)
        }
        return .repaired(type, first.detail)
    }

    private static func judge(
        _ document: FileDescriptor, _ request: ValidationRequest, _ pool: ValidatorPool, _ control: ImportControl
    ) throws(ImportProblem) -> ValidationReply {
        let reply = try pool.judge(document, request, control)
        switch reply.finding {
        case .unreadable:
            throw ImportProblem(.storage, "the library's disk failed when the copy was to be judged (\(reply.detail))")
        case .busy:
            throw ImportProblem(outOf: reply.detail)
        case .unconfined:
            throw ImportProblem(
                .internal, "it was not judged, since its parser can't be confined here (\(reply.detail))")
        default:
            return reply
        }
    }

    func mayKnow(head: UnsafeRawBufferPointer) -> Bool { ContentSignature(head: head) != nil }
}

extension DocumentVerdict {
    init(_ reply: ValidationReply) {
        switch (reply.finding, reply.type) {
        case (.valid, let type?): self = .valid(type)
        case (.locked, let type?): self = .locked(type)
        case (.unknown, _): self = .unknown
        case (.unsafe, _): self = .unsafe(reply.detail)
        default: self = .invalid(reply.detail)
        }
    }
}
