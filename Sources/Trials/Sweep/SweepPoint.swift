/// A place at which an import, or the recovery after one, is made to fail.
package struct SweepPoint: Hashable, Sendable, Comparable {
    /// What happens at the place.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        case killBefore = "kill-before"
        case killAfter = "kill-after"
        /// The process is gone, and so is everything that it hadn't made durable.
        case powerCut = "power-cut"
        case noSpaceOnce = "no-space-once"
        case noSpaceForGood = "no-space-for-good"
        case ioErrorOnce = "io-error-once"
        case ioErrorForGood = "io-error-for-good"
        /// The import stands still there while a recovery runs, and then goes on.
        case recoverBeside = "recover-beside"
        /// The recovery stands still there while another import runs, and then goes on.
        case importBeside = "import-beside"
        /// The import isn't killed but stands still, the recovery there. Then the import goes on to its end, and then
        /// the recovery.
        case importEnds = "import-ends"

        /// Those that an import can meet.
        package static let ofImports = allCases.filter { !ofRecoveriesAlone.contains($0) }
        /// Those that a recovery can meet. It doesn't go on where it is refused for good.
        package static let ofRecoveries = allCases.filter { !$0.isForGood && $0 != .recoverBeside }
        package static let ofRecoveriesAlone = [Fault.importBeside, .importEnds]

        package var killsTheCaller: Bool { self == .killBefore || self == .killAfter || self == .powerCut }
        package var isForGood: Bool { self == .noSpaceForGood || self == .ioErrorForGood }
        /// Nothing fails: another process does its work meanwhile.
        package var isCompany: Bool { self == .recoverBeside || Self.ofRecoveriesAlone.contains(self) }
    }

    /// The import's operation on the library, from 1, among those that the fault is for: changes and syncs where a
    /// process dies or a recovery has company, what takes space where there is none, all where they fail or an import
    /// has company.
    package var operation: Int
    package var fault: Fault
    /// Where the fault comes during recovery: the recovery's operation, after an import that was killed before
    /// `operation`. nil: the fault comes during the import.
    package var recoveryOperation: Int?

    package init(operation: Int, fault: Fault, recoveryOperation: Int? = nil) {
        self.operation = operation
        self.fault = fault
        self.recoveryOperation = recoveryOperation
    }

    package static func < (first: SweepPoint, second: SweepPoint) -> Bool {
        (first.recoveryOperation ?? 0, first.operation, first.fault.rawValue)
            < (second.recoveryOperation ?? 0, second.operation, second.fault.rawValue)
    }
}

extension SweepPoint: CustomStringConvertible {
    /// `17:kill-before`, or `17:4:kill-before` for the fourth operation of the recovery after a kill before the 17th.
    package var description: String {
        "\(operation):" + (recoveryOperation.map { "\($0):" } ?? "") + fault.rawValue
    }

    package init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2 || parts.count == 3, let fault = Fault(rawValue: String(parts[parts.count - 1])),
            (parts.count == 2 ? Fault.ofImports : Fault.ofRecoveries).contains(fault),
            let operation = Int(parts[0]), operation >= 1
        else { return nil }
        self.init(operation: operation, fault: fault)
        if parts.count == 3 {
            guard let recovery = Int(parts[1]), recovery >= 1 else { return nil }
            recoveryOperation = recovery
        }
    }
}
