/// The rules that make a library's mount fail at one operation.
enum SweepRules {
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

    /// As `fpsim rules add` takes them. The counter is the rule's: the n-th operation of all.
    static func yaml(_ fault: SweepPoint.Fault, at operation: Int, under folder: String) -> String {
        let nth = fault.isForGood ? "\(operation).." : "\(operation)"
        switch fault {
        case .killBefore: return rule("kill-caller: {when: before}", everything, nth, folder)
        case .killAfter: return rule("kill-caller: {when: after}", everything, nth, folder)
        case .powerCut:
            return rule("lose-unsynced: {}", everything, nth, folder)
                + rule("kill-caller: {when: before}", everything, nth, folder, name: "point, then the kill")
        case .noSpaceOnce, .noSpaceForGood: return rule("fail: ENOSPC", allocating, nth, folder)
        case .ioErrorOnce, .ioErrorForGood: return rule("fail: EIO", everything, nth, folder)
        }
    }

    private static func rule(
        _ fault: String, _ operations: [String], _ nth: String, _ folder: String, name: String = "point"
    ) -> String {
        """
        - name: \(name)
          when: {operation: [\(operations.joined(separator: ", "))], path: "\(folder)/**", per: rule, nth: \(nth)}
          do: {\(fault)}

        """
    }
}
