import SystemIO

/// Where trials have their folders. In memory where there is room: what they write is thrown away, and a disk would
/// have to make all of it durable.
enum WorkFolder {
    private static let memory = "/dev/shm"
    private static let room: UInt64 = 512 << 20

    /// - Returns: nil: the user's temporary folder.
    static func choose(_ wanted: String?) -> String? {
        if let wanted { return wanted }
        guard let folder = try? FileDescriptor.workingDirectory.open(memory, [.readOnly, .directory]),
            let statistics = try? folder.borrowed.fileSystemStatistics(), isWritable
        else { return nil }
        return statistics.availableBlocks * UInt64(statistics.fragmentSize) >= room ? memory : nil
    }

    private static var isWritable: Bool {
        let name = "\(memory)/fpsim-probe.\(UInt64.random(in: .min ... .max))"
        guard (try? FileDescriptor.workingDirectory.makeDirectory(name, permissions: 0o700)) != nil else {
            return false
        }
        try? FileDescriptor.workingDirectory.removeDirectory(name)
        return true
    }
}
