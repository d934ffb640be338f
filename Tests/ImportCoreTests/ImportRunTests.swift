import ImportCore
import Synchronization
import Testing

@Suite struct ImportRunTests {
    private func failure(
        _ source: ModelSource, library: ModelLibrary = ModelLibrary(), validator: ModelValidator = ModelValidator(),
        policy: ImportPolicy = ImportPolicy(), control: ImportControl = ImportControl(now: { .zero })
    ) -> ImportFailure? {
        let run = ImportRun(
            source: source, journal: library, storage: library, validator: validator, policy: policy, control: control)
        do throws(ImportFailure) {
            _ = try run.perform()
            return nil
        } catch {
            library.state.withLock { state in
                #expect(state.rows.isEmpty && state.staging.isEmpty && state.documents.isEmpty)
            }
            #expect(source.counts.withLock { $0.starts == $0.stops && $0.claims == $0.releases })
            return error
        }
    }

    @Test func `a refusal without a scope is a failed authorization`() {
        let source = ModelSource(isGranted: false) { call, _ in
            if call == .open { throw ImportProblem(.access, "not permitted") }
            return .usual
        }
        let failure = failure(source)
        #expect(failure?.phase == .authorize)
        #expect(failure?.remedy == .pickAgain)
    }

    @Test func `an item that needs no scope imports, and nothing is stopped`() {
        let source = ModelSource(isGranted: false)
        #expect(failure(source) == nil)
        #expect(source.counts.withLock(\.stops) == 0)
    }

    @Test func `a copy that ends before the stated size is incomplete`() {
        let failure = failure(ModelSource { call, _ in call == .read(16) ? .end : .usual })
        #expect(failure?.phase == .stage)
        #expect(failure?.kind == .incomplete)
        #expect(failure?.cause == "only 16 of 23 bytes came")
        #expect(failure?.isRetryable == true)
    }

    @Test func `a document of which nothing came is incomplete, and one of no size is empty`() {
        #expect(failure(ModelSource { call, _ in call == .read(0) ? .end : .usual })?.kind == .incomplete)
        #expect(failure(ModelSource(bytes: []))?.kind == .empty)
    }

    @Test func `a stated size of 0 is no size: the bytes that came are proven by a second read`() {
        let zero = SourceAttributes(device: 1, inode: 2, size: 0, modified: 3)
        #expect(failure(ModelSource { _, _ in .attributes(zero) }) == nil)
        let reads = Mutex(0)
        let torn = ModelSource { call, _ in
            if call == .read(0) { reads.withLock { $0 += 1 } }
            if call == .read(8), reads.withLock({ $0 }) == 2 { return .end }
            if case .attributes = call { return .attributes(zero) }
            return .usual
        }
        #expect(failure(torn)?.kind == .incomplete)
    }

    @Test func `a document that was replaced, changed or resized while it was read is refused as changed`() {
        let size = Int64(ModelSource().bytes.count)
        for after in [
            SourceAttributes(device: 1, inode: 9, size: size, modified: 3),
            SourceAttributes(device: 1, inode: 2, size: size, modified: 4),
            SourceAttributes(device: 1, inode: 2, size: size + 1, modified: 3),
            SourceAttributes(device: 1, inode: 2, size: size, modified: 3, version: "2"),
        ] {
            let failure = failure(ModelSource { call, _ in call == .attributes(nth: 2) ? .attributes(after) : .usual })
            #expect(failure?.kind == .changed)
            #expect(failure?.phase == .stage)
        }
    }

    @Test func `a checksum that the provider states decides`() {
        let size = Int64(ModelSource().bytes.count)
        let wrong = SourceAttributes(device: 1, inode: 2, size: size, modified: 3, sha256: "other")
        #expect(failure(ModelSource { _, _ in .attributes(wrong) })?.kind == .incomplete)
        let right = SourceAttributes(device: 1, inode: 2, size: size, modified: 3, sha256: "digest")
        #expect(failure(ModelSource { _, _ in .attributes(right) }) == nil)
    }

    @Test func `what the policy refuses fails in validation, and each for its own reason`() {
        let source = { ModelSource() }
        let strict = ImportPolicy(keepsRepaired: false, keepsLocked: false)
        func kind(_ verdict: DocumentVerdict, _ policy: ImportPolicy = ImportPolicy()) -> ImportProblem.Kind? {
            let failure = failure(source(), validator: ModelValidator(verdict: verdict), policy: policy)
            if let failure { #expect(failure.phase == .validate) }
            return failure?.kind
        }
        #expect(kind(.invalid("it has no pages")) == .invalid)
        #expect(kind(.unsafe("its parser crashed")) == .unsafe)
        #expect(kind(.valid(.html)) == .invalid)
        #expect(kind(.unknown) == .invalid)
        #expect(kind(.repaired(.pdf, "no cross-reference table")) == nil)
        #expect(kind(.repaired(.pdf, "no cross-reference table"), strict) == .damaged)
        #expect(kind(.locked(.pdf)) == nil)
        #expect(kind(.locked(.pdf), strict) == .locked)
    }

    @Test func `a cancel ends an import at its next step, and not once it is being published`() {
        let source = ModelSource { call, control in
            if call == .read(8) { control.cancel() }
            return .usual
        }
        let failure = failure(source)
        #expect(failure?.kind == .cancelled)
        #expect(failure?.isRetryable == false)

        let late = Mutex<ImportControl?>(nil)
        let control = ImportControl(
            now: { .zero },
            observer: { progress in if progress.phase == .publish { late.withLock { $0?.cancel() } } })
        late.withLock { $0 = control }
        defer { late.withLock { $0 = nil } }
        #expect(self.failure(ModelSource(), control: control) == nil)
    }

    @Test func `the sentence for a person escapes the name and says what to do`() {
        let failure = ImportFailure(
            document: DisplayName(bytes: Array("a\nb\u{202E}".utf8) + [0xFF]), phase: .stage,
            problem: ImportProblem(.incomplete, "only 1 of 2 bytes came"))
        #expect(
            failure.description
                == "“a\\nb\\u{202e}\\xff” could not be imported: only 1 of 2 bytes came. Try again later.")
    }

    /// Imports a document whose provider never lets go of it in `call`, so that its thread is lost there.
    private func abandoned(in call: ModelSource.Call, cancelling: Bool = false) -> (
        Result<ImportEntry, ImportFailure>?, ModelLibrary
    ) {
        let clock = ModelClock()
        let library = ModelLibrary()
        let control = ImportControl(deadline: .seconds(2), now: { clock.now })
        let source = ModelSource { asked, _ in
            guard asked == call else { return .usual }
            if cancelling { control.cancel() }
            for _ in 0..<2 {
                clock.advance(by: .seconds(2))
                _ = control.tick()
            }
            return .usual
        }
        let run = ImportRun(
            source: source, journal: library, storage: library, validator: ModelValidator(), control: control)
        let result = Mutex<Result<ImportEntry, ImportFailure>?>(nil)
        control.whenAbandoned {
            let entry = Result { () throws(ImportFailure) in try run.performAbandoned() }
            result.withLock { $0 = entry }
        }
        #expect(throws: ImportFailure.self) { try run.perform() }
        return (result.withLock { $0 }, library)
    }

    @Test(arguments: [ModelSource.Call.close, .stop])
    func `a document that came whole is imported though its provider never lets go of it`(call: ModelSource.Call) throws
    {
        let (result, library) = abandoned(in: call)
        let entry = try #require(try result?.get())
        #expect(entry.result.note == "the provider did not let go of the original in time")
        #expect(library.state.withLock { $0.rows.count } == 1)
    }

    @Test(arguments: [ModelSource.Call.close, .stop])
    func `a cancel while the provider does not let go adds nothing`(call: ModelSource.Call) throws {
        let (result, library) = abandoned(in: call, cancelling: true)
        guard case .failure(let failure) = result else {
            Issue.record("it was imported")
            return
        }
        #expect(failure.kind == .cancelled)
        library.state.withLock { #expect($0.rows.isEmpty && $0.staging.isEmpty && $0.documents.isEmpty) }
    }

    @Test(arguments: [Int64.max, .max - 1, 1 << 62, -1, .min])
    func `a size that can't be one is a lie, and no crash`(size: Int64) {
        let stated = SourceAttributes(device: 1, inode: 2, size: size, modified: 3)
        #expect(failure(ModelSource { _, _ in .attributes(stated) })?.kind == .incomplete)
    }
}
