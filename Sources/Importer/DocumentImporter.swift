import ImportCore
import SystemIO

/// Imports picked documents into a library: each on a thread of its own, with a deadline that counts from the last
/// progress, and validated in processes of their own.
public final class DocumentImporter: Sendable {
    /// How an importer works.
    public struct Options: Sendable {
        public var policy = ImportPolicy()
        /// How long a provider may make no progress; nil for ever.
        public var deadline: Duration? = .seconds(30)
        /// How long a provider may take in all; nil for ever.
        public var limit: Duration?
        /// The program that parses documents; nil for the one beside this program.
        public var validator: String?

        public init() {}
    }

    public let library: DocumentLibrary
    let options: Options
    private let validator: ProcessValidator
    private let threads = WorkerThreads()

    public init(library: DocumentLibrary, options: Options = Options()) {
        self.library = library
        self.options = options
        let program = options.validator ?? ProgramFiles.besideThisProgram("fpsim-validator")
        validator = ProcessValidator(files: library.files, pool: ValidatorPool(program: program))
    }

    /// Starts an import.
    /// - Parameter onProgress: is told of each phase and of the bytes that have come, on the import's thread.
    /// - Throws: `ImportFailure` when the computer can't start another thread.
    public func start(
        _ source: any ImportSource, onProgress: (@Sendable (ImportControl.Progress) -> Void)? = nil
    ) throws(ImportFailure) -> ImportTask<ImportEntry> {
        let start = MonotonicTime.now
        let control = ImportControl(
            deadline: options.deadline, limit: options.limit, now: { MonotonicTime.now - start }, observer: onProgress)
        let run = ImportRun(
            source: source, journal: library.store, storage: library.files, validator: validator,
            policy: options.policy, control: control)
        return try begin(
            source, control, perform: { () throws(ImportFailure) in try run.perform() },
            abandoned: { () throws(ImportFailure) in try run.performAbandoned() })
    }

    /// Starts work on a thread of its own.
    /// - Parameter abandoned: ends the work of a thread that waits for its provider, and is lost for as long as that
    ///   is silent.
    func begin<Added>(
        _ source: any ImportSource, _ control: ImportControl,
        perform: @escaping @Sendable () throws(ImportFailure) -> Added,
        abandoned: @escaping @Sendable () throws(ImportFailure) -> Added
    ) throws(ImportFailure) -> ImportTask<Added> {
        let task = ImportTask<Added>(control)
        let traffic = library.traffic
        control.whenAbandoned {
            let goOn: @Sendable () -> Void = {
                let result = Result { () throws(ImportFailure) in try abandoned() }
                traffic.leave()
                task.finish(result)
            }
            do throws(Errno) {
                try DetachedThread.start(goOn)
            } catch {
                goOn()
            }
        }
        traffic.enter()
        do throws(Errno) {
            try ImportWatchdog.shared.watch(control)
            try threads.start {
                let result = Result { () throws(ImportFailure) in try perform() }
                ImportWatchdog.shared.forget(control)
                guard !control.isAbandoned else { return }
                traffic.leave()
                task.finish(result)
            }
        } catch {
            traffic.leave()
            ImportWatchdog.shared.forget(control)
            throw ImportFailure(
                document: source.displayName, phase: .authorize,
                problem: ImportProblem(.busy, "this computer can't start another thread"))
        }
        return task
    }

    /// Imports a document; cancelling the Swift task cancels the import.
    /// - Throws: `ImportFailure`.
    public func importDocument(
        from source: any ImportSource, onProgress: (@Sendable (ImportControl.Progress) -> Void)? = nil
    ) async throws(ImportFailure) -> ImportEntry {
        let task = try start(source, onProgress: onProgress)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                task.whenDone { continuation.resume(returning: $0) }
            }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }
}
