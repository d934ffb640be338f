import Reporting

/// A recovery and an import at the same library.
extension SweepMount {
    /// A recovery that another import runs beside.
    /// - Returns: Whether it came to the operation.
    func recoverInCompany(
        _ point: SweepPoint, at operation: Int, _ folder: String, _ witnesses: inout Witnesses
    ) throws(TrialFailure) -> Bool {
        let (ending, reached) = try withFault(point.fault, at: operation, folder) { () throws(TrialFailure) in
            try SweepCompany(client: mount.client, rule: SweepRules.point).run(
                recovering(folder), company: { _ in importing(into: folder)() })
        }
        if let company = ending.company { try witness(company.get(), at: point, folder, &witnesses) }
        return reached
    }

    /// An import that stood still when a recovery began, and ends before the recovery goes on.
    /// - Returns: Whether the recovery came to the operation.
    func endBesideRecovery(
        _ point: SweepPoint, _ folder: String, _ witnesses: inout Witnesses
    ) throws(TrialFailure) -> Bool {
        let recovery = SweepRules.yaml(point.fault, at: point.recoveryOperation ?? 1, under: folder)
        var reached = false
        let begun = SweepRules.begun(at: point.operation, under: folder)
        let ending = try withRules(begun) { () throws(TrialFailure) in
            try SweepCompany(client: mount.client, rule: SweepRules.begun).run(importing(into: folder)) { goOn in
                Result { () throws(TrialFailure) in
                    // Its operations are counted from now on, and the import makes none meanwhile.
                    try add(recovery)
                    let company = SweepCompany(client: mount.client, rule: SweepRules.point)
                    let ending = try company.run(recovering(folder)) { _ in goOn() }
                    reached = ending.company != nil
                    return try ending.work.get()
                }
            }
        }.value
        _ = try ending.company?.get()
        try witness(ending.work.get(), at: point, folder, &witnesses)
        return reached
    }

    /// What an import left that a recovery ran beside.
    private func witness(
        _ run: ContainedRun, at point: SweepPoint, _ folder: String, _ witnesses: inout Witnesses
    ) throws(TrialFailure) {
        let attempt = attempt(run)
        witnesses.trace.append(met(point, number: attempt.lastEvent))
        witnesses.attempts.append(attempt)
        var after = try snapshot(folder)
        after.afterAttempt = witnesses.attempts.count - 1
        witnesses.snapshots.append(after)
    }
}
