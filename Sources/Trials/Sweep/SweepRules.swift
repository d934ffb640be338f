import FaultInjection

/// The rules that make a library's mount fail at one operation.
enum SweepRules {
    /// The name of the rule that a point is about.
    static let point = "point"
    /// The name of the one for an import that a recovery runs beside.
    static let begun = "begun"
    /// Whatever a process does to files, but for what only ends a use: those have no outcome that a program could see.
    static let everything = [
        "lookup", "getattr", "setattr", "access", "readlink", "statfs", "getxattr", "setxattr", "listxattr",
        "removexattr", "opendir", "readdir", "fsyncdir", "open", "read", "write", "flush", "fsync", "fallocate",
        "lseek", "copy-file-range", "create", "mknod", "mkdir", "symlink", "link", "unlink", "rmdir", "rename",
    ]
    /// What can run out of space.
    static let allocating = [
        "write", "fsync", "fsyncdir", "flush", "fallocate", "copy-file-range", "create", "mknod", "mkdir", "symlink",
        "link", "rename", "setattr", "setxattr",
    ]

    /// A process that dies between two changes leaves what it leaves right after the first of them.
    private static let changing = (LibraryCourse.changing.union(LibraryCourse.syncing)).sorted()

    /// What the operations of a point are counted among.
    static func operations(for fault: SweepPoint.Fault) -> [String] {
        switch fault {
        case .killBefore, .killAfter, .powerCut: changing
        case .noSpaceOnce, .noSpaceForGood: allocating
        case .ioErrorOnce, .ioErrorForGood, .recoverBeside, .importBeside, .importEnds: everything
        }
    }

    /// A rule that watches everything and never comes to fire. Without one the kernel would answer by itself what it
    /// asks for under any other rule.
    static func watching(_ folder: String) -> String {
        rule("fail: EIO", everything, "1000000", folder)
    }

    /// As `fpsim rules add` takes them. The counter is the rule's: the n-th operation of all.
    static func yaml(_ fault: SweepPoint.Fault, at operation: Int, under folder: String) -> String {
        let nth = fault.isForGood ? "\(operation).." : "\(operation)"
        let operations = operations(for: fault)
        switch fault {
        case .killBefore: return rule("kill-caller: {when: before}", operations, nth, folder)
        case .killAfter: return rule("kill-caller: {when: after}", operations, nth, folder)
        case .powerCut:
            return rule("lose-unsynced: {}", operations, nth, folder)
                + rule("kill-caller: {when: before}", operations, nth, folder, name: "point, then the kill")
        case .noSpaceOnce, .noSpaceForGood: return rule("fail: ENOSPC", operations, nth, folder)
        case .ioErrorOnce, .ioErrorForGood: return rule("fail: EIO", operations, nth, folder)
        case .recoverBeside, .importBeside, .importEnds: return standingStill(operations, at: operation, folder, point)
        }
    }

    /// The rule by which an import stands still where it would be killed.
    static func begun(at operation: Int, under folder: String) -> String {
        standingStill(changing, at: operation, folder, begun)
    }

    private static func standingStill(
        _ operations: [String], at operation: Int, _ folder: String, _ name: String
    ) -> String {
        rule("delay: \(SweepCompany.patience.unitText)", operations, "\(operation)", folder, name: name)
    }

    private static func rule(
        _ fault: String, _ operations: [String], _ nth: String, _ folder: String, name: String = point
    ) -> String {
        """
        - name: \(name)
          when: {operation: [\(operations.joined(separator: ", "))], path: "\(folder)/**", per: rule, nth: \(nth)}
          do: {\(fault)}

        """
    }
}
