import ControlProtocol
import Reporting
import SystemIO

/// The importer, run on one of the libraries, and what it leaves there.
extension SweepMount {
    private func library(_ folder: String) -> String { "\(workspace.path)/libraries/\(folder)/library" }

    private func importerSetting(_ name: String) -> ImporterUnderTest.Setting {
        ImporterUnderTest.Setting(
            program: setting.program, bound: setting.bound, temporaryFolder: "\(workspace.path)/tmp",
            token: "\(workspace.path.split(separator: ".").last ?? "")-\(name)", isInterrupted: setting.isInterrupted)
    }

    private func register(_ setting: ImporterUnderTest.Setting) -> @Sendable (ChildProcess) -> Void {
        { [client = mount.client] process in
            _ = try? client.call(RegisterRootRequest(pid: process.pid, mark: setting.mark))
        }
    }

    /// An import that any thread may run.
    func importing(into folder: String) -> @Sendable () -> SweepCompany.Run {
        let (setting, importer) = (importerSetting("import"), setting.importer)
        let (source, library, register) = (source, library(folder), register(setting))
        return {
            Result { () throws(TrialFailure) in
                try importer.importing(source, library: library, cancel: false, in: setting, onStart: register)
            }
        }
    }

    func importDocument(into folder: String) throws(TrialFailure) -> ContainedRun {
        try importing(into: folder)().get()
    }

    func attempt(_ run: ContainedRun) -> Attempt {
        Attempt(
            document: document.path, pickedPath: document.path, endedAt: run.duration.nanosecondsSaturating,
            firstEvent: 1, lastEvent: 100, result: ContractOutput.importResult(of: run), strayProcesses: run.strays)
    }

    /// A recovery that any thread may run.
    func recovering(_ folder: String) -> @Sendable () -> SweepCompany.Run {
        let (setting, importer) = (importerSetting("recover"), setting.importer)
        let (library, register) = (library(folder), register(setting))
        return {
            Result { () throws(TrialFailure) in
                try importer.recover(library: library, in: setting, onStart: register)
            }
        }
    }

    func recover(_ folder: String) throws(TrialFailure) -> ContainedRun { try recovering(folder)().get() }

    func relaunch(_ folder: String) throws(TrialFailure) -> LibrarySnapshot {
        let run = try recover(folder)
        var snapshot = try snapshot(folder)
        snapshot.isAfterRelaunch = true
        if run.exit != .exited(0) {
            snapshot.recoverFailure =
                "recover ended with \(run.exit?.description ?? "no end"): \(ContractOutput.lastWords(run))"
        }
        return snapshot
    }

    func snapshot(_ folder: String) throws(TrialFailure) -> LibrarySnapshot {
        let run = try setting.importer.list(library: library(folder), in: importerSetting("list"))
        var snapshot = LibrarySnapshot(files: files(folder))
        switch ContractOutput.listing(of: run) {
        case .success(let entries): snapshot.listing = entries
        case .failure(let failure): snapshot.listFailure = failure.description
        }
        return snapshot
    }

    func files(_ folder: String) -> [LibraryFile] {
        var tree = FileTree()
        return tree.files(in: "\(workspace.path)/backing/\(folder)/library")
    }
}
