import ImportCore
import Synchronization
import SystemIO

/// Many imports, some at a time. A document that is slow or hangs takes one place and holds up no other; documents
/// of one provider take only a part of the places, so that one that is silent can't take them all.
public final class ImportBatch<Added: Sendable>: Sendable {
    /// What happened to a document.
    public struct Outcome: Sendable {
        public let source: any ImportSource
        public let result: Result<Added, ImportFailure>
        /// How often it was tried.
        public let attempts: Int
    }

    private struct Attempt {
        let source: any ImportSource
        let number: Int
        var due: MonotonicTime
        /// Whether no other is under way beside it.
        var isAlone = false
    }

    /// Documents for which the disk had no room beside the others that were under way: many copies that are begun at
    /// once take room from each other, until none is whole. Each is tried once more when there are no others.
    private struct Crowded {
        var attempts: [(Attempt, ImportFailure)] = []

        /// Where the disk is full for all that follow, they aren't all kept.
        var isFull: Bool { attempts.count >= 1024 }
    }

    private struct State {
        var running: [Int: ImportTask<Added>] = [:]
        var nextKey = 0
        var runningByProvider: [String: Int] = [:]
        var finished: [(Attempt, Result<Added, ImportFailure>)] = []
        var isCancelled = false
        var bytesOfFinished: Int64 = 0
    }

    private let begin: @Sendable (any ImportSource) throws(ImportFailure) -> ImportTask<Added>
    private let size: @Sendable (Added) -> Int64
    private let options: ImportBatchOptions
    private let state = ConditionVariable(State())

    private init(
        _ options: ImportBatchOptions, size: @escaping @Sendable (Added) -> Int64,
        begin: @escaping @Sendable (any ImportSource) throws(ImportFailure) -> ImportTask<Added>
    ) {
        var options = options
        options.fitDescriptors()
        self.options = options
        self.size = size
        self.begin = begin
    }

    /// Ends the batch: imports that are under way are cancelled, or finish where they are being published; nothing
    /// further is begun. May be called from any thread.
    public func cancel() {
        let running = state.change { state in
            state.isCancelled = true
            return Array(state.running.values)
        }
        for task in running { task.cancel() }
    }

    public var isCancelled: Bool { state.changeQuietly { $0.isCancelled } }

    /// The bytes that have come so far, of finished and of running imports.
    public var bytes: Int64 {
        let (finished, running) = state.changeQuietly { ($0.bytesOfFinished, Array($0.running.values)) }
        return running.reduce(finished) { $0 + $1.progress.bytes }
    }

    /// Imports the documents, and returns when all is over.
    /// - Parameters:
    ///   - sources: is asked for the next one when there is a place for it; nil ends the batch.
    ///   - onOutcome: is told of each document's end, on the calling thread.
    public func run(_ sources: () -> (any ImportSource)?, onOutcome: (Outcome) -> Void) {
        var waiting: [Attempt] = []
        var crowded = Crowded()
        var isExhausted = false
        while true {
            report(&waiting, &crowded, onOutcome)
            let isCancelled = isCancelled
            if isCancelled {
                waiting = []
                for (attempt, failure) in crowded.attempts { end(attempt, .failure(failure), onOutcome) }
                crowded.attempts = []
            }
            startDue(&waiting, onOutcome)
            while !isCancelled, !isExhausted, waiting.count < 1024, hasPlace {
                guard let source = sources() else {
                    isExhausted = true
                    break
                }
                let attempt = Attempt(source: source, number: 1, due: .now)
                if mayStart(attempt) { start(attempt, onOutcome) } else { waiting.append(attempt) }
            }
            let isIdle = state.changeQuietly { $0.running.isEmpty && $0.finished.isEmpty }
            if isIdle, waiting.isEmpty, isExhausted || isCancelled {
                guard let (last, _) = crowded.attempts.popLast() else { return }
                start(Attempt(source: last.source, number: last.number + 1, due: .now, isAlone: true), onOutcome)
            }
            let due = waiting.map(\.due).filter { $0 > .now }.min()
            state.pause(atMost: due.map { $0 - .now }) { state in
                !state.finished.isEmpty || (state.isCancelled && !isCancelled)
            }
        }
    }

    private var hasPlace: Bool { state.changeQuietly { $0.running.count < options.concurrency } }

    private func mayStart(_ attempt: Attempt) -> Bool {
        state.changeQuietly { state in
            guard state.running.count < options.concurrency else { return false }
            guard let provider = attempt.source.provider else { return true }
            return state.runningByProvider[provider, default: 0] < options.concurrencyPerProvider
        }
    }

    private func startDue(_ waiting: inout [Attempt], _ onOutcome: (Outcome) -> Void) {
        var rest: [Attempt] = []
        for attempt in waiting {
            if attempt.due <= .now, mayStart(attempt) { start(attempt, onOutcome) } else { rest.append(attempt) }
        }
        waiting = rest
    }

    private func start(_ attempt: Attempt, _ onOutcome: (Outcome) -> Void) {
        let task: ImportTask<Added>
        do throws(ImportFailure) {
            task = try begin(attempt.source)
        } catch {
            end(attempt, .failure(error), onOutcome)
            return
        }
        let (key, isCancelled) = state.changeQuietly { state in
            defer { state.nextKey += 1 }
            state.running[state.nextKey] = task
            if let provider = attempt.source.provider { state.runningByProvider[provider, default: 0] += 1 }
            return (state.nextKey, state.isCancelled)
        }
        // A cancel between the check and here found no task to cancel.
        if isCancelled { task.cancel() }
        task.whenDone { [state, size] result in
            state.change { state in
                state.running[key] = nil
                if let provider = attempt.source.provider { state.runningByProvider[provider, default: 1] -= 1 }
                if case .success(let added) = result { state.bytesOfFinished += size(added) }
                state.finished.append((attempt, result))
            }
        }
    }

    private func end(_ attempt: Attempt, _ result: Result<Added, ImportFailure>, _ onOutcome: (Outcome) -> Void) {
        onOutcome(Outcome(source: attempt.source, result: result, attempts: attempt.number))
    }

    private func report(_ waiting: inout [Attempt], _ crowded: inout Crowded, _ onOutcome: (Outcome) -> Void) {
        let (finished, isCancelled) = state.changeQuietly { state in
            defer { state.finished = [] }
            return (state.finished, state.isCancelled)
        }
        for (attempt, result) in finished {
            if case .failure(let failure) = result, failure.isForLackOfRoom, !attempt.isAlone, options.concurrency > 1,
                !isCancelled, !crowded.isFull
            {
                crowded.attempts.append((attempt, failure))
            } else if case .failure(let failure) = result, failure.isRetryable, attempt.number <= options.retries,
                !isCancelled
            {
                waiting.append(
                    Attempt(
                        source: attempt.source, number: attempt.number + 1, due: .now + pause(after: attempt.number)))
            } else {
                end(attempt, result, onOutcome)
            }
        }
    }

    private func pause(after attempt: Int) -> Duration {
        min(options.backoff * (1 << min(attempt - 1, 10)), .seconds(60))
    }
}

extension ImportBatch where Added == ImportEntry {
    /// A batch of copies.
    public convenience init(importer: DocumentImporter, options: ImportBatchOptions = ImportBatchOptions()) {
        self.init(
            options, size: { $0.result.size }, begin: { source throws(ImportFailure) in try importer.start(source) })
    }
}

extension ImportBatch where Added == EntryID {
    /// A batch of references.
    public convenience init(referringBy importer: DocumentImporter, options: ImportBatchOptions = ImportBatchOptions())
    {
        self.init(
            options, size: { _ in 0 },
            begin: { source throws(ImportFailure) in
                guard let source = source as? any ReferableSource else {
                    throw ImportFailure(
                        document: source.displayName, phase: .authorize,
                        problem: ImportProblem(.internal, "it is nothing to refer to"))
                }
                return try importer.startReference(to: source)
            })
    }
}
