import CLinux
import Glibc

/// Giving up what a process doesn't need before it touches hostile bytes. Each step that the kernel doesn't know is
/// left out: the others still hold.
package enum Confinement {
    /// Becomes the user `nobody`, where the process is root.
    package static func dropRoot() throws(Errno) {
        guard geteuid() == 0 else { return }
        let nobody: uid_t = 65534
        try SystemCall.once { setgroups(0, nil) }
        try SystemCall.once { setresgid(nobody, nobody, nobody) }
        try SystemCall.once { setresuid(nobody, nobody, nobody) }
    }

    /// No program that this process runs gains rights, and no other process of the same user may trace it.
    package static func forbidGains() throws(Errno) {
        try SystemCall.once { fpsim_set_no_new_privileges() }
        try SystemCall.once { fpsim_set_not_dumpable() }
    }

    /// No file can be opened by name any more, no TCP socket be bound or connected, and no process outside be
    /// signalled: landlock(7).
    /// - Returns: the version of Landlock that the kernel has, 0 without it.
    @discardableResult
    package static func forbidFilesAndNetwork() -> Int {
        let version = Int(fpsim_landlock_version())
        guard version > 0 else { return 0 }
        // struct landlock_ruleset_attr of linux/landlock.h: one word more with network rules (version 4), and one
        // more with scopes (version 6).
        let fileRights = [13, 13, 14, 15, 15, 16]
        let rules: [UInt64] = [
            (1 << UInt64(fileRights[min(version, 5)])) - 1,
            version >= 4 ? 0b11 : 0,
            version >= 6 ? 0b11 : 0,
        ]
        let words = version >= 6 ? 3 : version >= 4 ? 2 : 1
        let ruleset = rules.withUnsafeBytes { fpsim_landlock_create_ruleset($0.baseAddress, words * 8) }
        guard ruleset >= 0 else { return 0 }
        defer { close(ruleset) }
        return fpsim_landlock_restrict_self(ruleset) == 0 ? version : 0
    }

    /// A limit of setrlimit(2).
    package enum Limit {
        case addressSpace(Int)
        case processorTime(seconds: Int)
        case openFiles(Int)
        case fileSize(Int)
        case core(Int)
        case processes(Int)
    }

    /// Sets a limit. One that is lower already stays: it may not be raised, and confines as well.
    package static func limit(_ limit: Limit) throws(Errno) {
        switch limit {
        case .addressSpace(let bytes):
            // A sanitizer's shadow of memory takes more addresses than any limit would leave.
            if !isSanitized { try set(RLIMIT_AS, bytes) }
        // The signal at the soft limit says what happened; the hard one is for a process that ignores it.
        case .processorTime(let seconds): try set(RLIMIT_CPU, seconds, hard: seconds + 1)
        case .openFiles(let count): try set(RLIMIT_NOFILE, count)
        case .fileSize(let bytes): try set(RLIMIT_FSIZE, bytes)
        case .core(let bytes): try set(RLIMIT_CORE, bytes)
        case .processes(let count): try set(__RLIMIT_NPROC, count)
        }
    }

    /// Whether this program was built with a sanitizer of addresses or threads. Finding out goes through the symbols of
    /// every library: a process that forks asks before it does.
    package static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    private static func set(_ resource: __rlimit_resource, _ soft: Int, hard: Int? = nil) throws(Errno) {
        var limits = rlimit()
        try SystemCall.once { getrlimit(__rlimit_resource_t(resource.rawValue), &limits) }
        limits.rlim_max = min(limits.rlim_max, rlim_t(hard ?? soft))
        limits.rlim_cur = min(limits.rlim_max, rlim_t(soft))
        try SystemCall.once { setrlimit(__rlimit_resource_t(resource.rawValue), &limits) }
    }
}
