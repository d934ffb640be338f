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
    ) throws(ImportFailure) -> ImportTask {
        let start = MonotonicTime.now
        let control = ImportControl(
            deadline: options.deadline, limit: options.limit, now: { MonotonicTime.now - start }, observer: onProgress)
        let run = ImportRun(
            source: source, journal: library.store, storage: library.files, validator: validator,
            policy: options.policy, control: control)
        let task = ImportTask(run: run)
        // The thread that waits is lost for as long as its provider is silent: another one ends what it began.
        control.whenAbandoned {
            let goOn: @Sendable () -> Void = {
                task.finish(Result { () throws(ImportFailure) in try run.performAbandoned() })
            }
            do throws(Errno) {
                try DetachedThread.start(goOn)
            } catch {
                goOn()
            }
        }
        do throws(Errno) {
            try ImportWatchdog.shared.watch(control)
            try DetachedThread.start { Self.perform(run, task) }
        } catch {
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

    private static func perform(_ run: ImportRun, _ task: ImportTask) {
        let result = Result { () throws(ImportFailure) in try run.perform() }
        ImportWatchdog.shared.forget(run.control)
        if !run.control.isAbandoned { task.finish(result) }
    }
}
