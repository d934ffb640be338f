import ImportCore

extension DocumentLibrary {
    /// What an app does at launch: removes what a killed importer left. Imports that are under way are left alone.
    /// The time depends on what was left, not on the library's size.
    /// - Throws: `ImportProblem` when the library can't be read or written.
    public func recover() throws(ImportProblem) -> Recovery.Report {
        let recovery = Recovery(journal: store, storage: files)
        let report = try spendingReserve { () throws(ImportProblem) in try recovery.run() }
        if access != .readOnly { folder.keepReserve() }
        return report
    }
}
