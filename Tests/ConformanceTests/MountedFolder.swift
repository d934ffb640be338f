import Glibc
import ProviderTesting
import SystemIO

/// A mount of the real program with no rule, over a new folder.
struct MountedFolder {
    /// How a mount can be made.
    enum Manner: String, CaseIterable, Sendable {
        case native = "natively"
        case throughProvider = "through the provider"
        case overlay = "over an overlay"

        /// Those that this user can have: an overlay needs root.
        static var possible: [Manner] { geteuid() == 0 ? allCases : [.native, .throughProvider] }
    }

    let source: String
    let mountpoint: String
    let processIdentifier: pid_t

    /// - Parameters:
    ///   - descriptorLimit: The provider's limit of open descriptors, where it matters.
    ///   - sourceOptions: Makes the source a tmpfs of its own with these options. Needs root.
    ///   - given: The source, where it isn't a new folder.
    static func with(
        _ manner: Manner, descriptorLimit: Int? = nil, sourceOptions: String? = nil, over given: String? = nil,
        _ body: (MountedFolder) throws -> Void
    ) throws {
        try TemporaryFolder.with { folder in
            for name in ["source", "mount", "changes"] { mkdir("\(folder)/\(name)", 0o755) }
            let (source, mountpoint) = (given ?? "\(folder)/source", "\(folder)/mount")
            if let sourceOptions, Glibc.mount("small", source, "tmpfs", 0, sourceOptions) != 0 { throw Errno.current }
            defer { if sourceOptions != nil { _ = umount2(source, CInt(MNT_DETACH)) } }
            var words = [try ProgramLocation.find(), "mount", "--foreground", source, mountpoint]
            switch manner {
            case .native: break
            case .throughProvider: words.append("--no-passthrough")
            case .overlay: words += ["--overlay", "\(folder)/changes"]
            }
            if let descriptorLimit { words = ["prlimit", "--nofile=\(descriptorLimit)"] + words }
            let (child, output) = try start(words)
            defer {
                try? child.signal(SIGTERM)
                _ = try? child.wait(until: .now + .seconds(20))
                _ = umount2(mountpoint, CInt(MNT_DETACH))
                close(output.rawValue)
            }
            var ready: UInt8 = 0
            guard read(output.rawValue, &ready, 1) == 1 else { throw Errno.ioError }
            try body(MountedFolder(source: source, mountpoint: mountpoint, processIdentifier: child.pid))
        }
    }

    /// When this returns the pipe's writing end is the child's alone, so that its end would be noticed.
    private static func start(_ words: [String]) throws -> (ChildProcess, FileDescriptor) {
        let pipe = try SystemIO.Pipe()
        var options = ChildProcess.Options()
        options.output = .descriptor(pipe.writeEnd.borrowed)
        let child = try ChildProcess(path: words[0], arguments: Array(words.dropFirst()), options: options)
        return (child, FileDescriptor(rawValue: try pipe.readEnd.borrowed.duplicate().release()))
    }

    /// How many descriptors the provider has open.
    var openDescriptors: Int {
        guard let stream = opendir("/proc/\(processIdentifier)/fd") else { return -1 }
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        return count - 2
    }

    /// The memory that the provider has resident.
    var residentBytes: Int {
        guard let file = fopen("/proc/\(processIdentifier)/statm", "r") else { return -1 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, CInt(line.count), file) != nil else { return -1 }
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: " ")
        return Int(fields[1])! * sysconf(CInt(_SC_PAGESIZE))
    }
}
