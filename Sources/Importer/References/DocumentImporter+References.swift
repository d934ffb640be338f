import ImportCore

extension DocumentImporter {
    /// Adds a reference to a picked item: a bookmark, and no copy.
    /// - Returns: its entry's identifier.
    /// - Throws: `ImportFailure`; then nothing was added.
    public func refer(to source: any ReferableSource) throws(ImportFailure) -> EntryID {
        try startReference(to: source).wait()
    }

    /// Starts adding a reference.
    /// - Throws: `ImportFailure` when the computer can't start another thread.
    public func startReference(to source: any ReferableSource) throws(ImportFailure) -> ImportTask<EntryID> {
        let control = referenceControl()
        let run = ReferenceRun(source: source, journal: library.store, control: control)
        return try begin(
            source, control, perform: { () throws(ImportFailure) in try run.perform() },
            abandoned: { () throws(ImportFailure) in throw Self.failure(control.abandonment, source, control) })
    }

    /// Points a reference at another picked item; its identifier and its history stay.
    /// - Throws: `ImportFailure`; then the reference is as it was.
    public func relink(_ id: EntryID, to source: any ReferableSource) throws(ImportFailure) {
        let control = referenceControl()
        let run = ReferenceRun(source: source, journal: library.store, control: control)
        try WatchedWork.run(control, abandoned: { Self.failure($0, source, control) }) {
            () throws(ImportFailure) in try run.relink(id)
        }
    }

    private func referenceControl() -> ImportControl { WatchedWork.control(deadline: options.deadline) }

    private static func failure(
        _ problem: ImportProblem, _ source: any ImportSource, _ control: ImportControl
    ) -> ImportFailure {
        ImportFailure(document: source.displayName, phase: control.progress.phase, problem: problem)
    }
}
