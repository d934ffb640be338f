import CLinux
import Glibc

/// One call of posix_spawn(3): default signals, an empty mask, and no descriptor but those that are named.
struct SpawnCall {
    let options: ChildProcess.Options

    init(_ options: ChildProcess.Options) {
        self.options = options
    }

    func run(_ path: String, _ words: [[UInt8]]) throws(Errno) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let copies = try add(to: &actions)
        defer { for copy in copies { close(copy) } }
        var attributes = Self.attributes(startsSession: options.startsSession)
        defer { posix_spawnattr_destroy(&attributes) }

        let argv = [strdup(path)] + words.map(CopiedString.of) + [nil]
        let envp = options.environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
        defer { for string in argv + (envp ?? []) { free(string) } }
        var pid: pid_t = 0
        let code =
            if let envp {
                posix_spawnp(&pid, path, &actions, &attributes, argv, envp)
            } else {
                posix_spawnp(&pid, path, &actions, &attributes, argv, environ)
            }
        if code != 0 { throw Errno(rawValue: code) }
        return pid
    }

    /// Lays out the child's descriptors: 0, 1, 2, then the inherited ones, and nothing after them.
    /// - Returns: Copies above the range that the child gets, so that no target overwrites a source; to be closed.
    private func add(to actions: inout posix_spawn_file_actions_t) throws(Errno) -> [CInt] {
        var copies: [CInt] = []
        func copy(_ descriptor: FileDescriptor) throws(Errno) -> CInt {
            let lowest = CInt(3 + options.inherited.count)
            let number = try SystemCall.retrying { fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, lowest) }
            copies.append(number)
            return number
        }
        do throws(Errno) {
            for (target, stream) in zip(CInt(0)..., [options.input, options.output, options.error]) {
                switch stream {
                case .inherited:
                    break
                case .null:
                    let mode = target == 0 ? O_RDONLY : O_WRONLY
                    posix_spawn_file_actions_addopen(&actions, target, "/dev/null", mode, 0)
                case .descriptor(let descriptor):
                    posix_spawn_file_actions_adddup2(&actions, try copy(descriptor), target)
                }
            }
            for (index, descriptor) in options.inherited.enumerated() {
                posix_spawn_file_actions_adddup2(&actions, try copy(descriptor), CInt(3 + index))
            }
        } catch {
            for number in copies { close(number) }
            throw error
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, CInt(3 + options.inherited.count))
        if let directory = options.workingDirectory {
            posix_spawn_file_actions_addchdir_np(&actions, directory)
        }
        return copies
    }

    private static func attributes(startsSession: Bool) -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        if startsSession { flags |= fpsim_POSIX_SPAWN_SETSID }
        posix_spawnattr_setflags(&attributes, flags)
        return attributes
    }
}

/// A word as C takes it.
enum CopiedString {
    /// To be freed.
    static func of(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        (bytes + [0]).withUnsafeBytes { strdup($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }
}
