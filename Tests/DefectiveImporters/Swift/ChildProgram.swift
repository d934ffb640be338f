import FileCoordination
import Glibc

/// Another program, run to its end or to a deadline. Foundation's `Process` would do, but what it leaks has
/// LeakSanitizer start a program of its own, which the importer then leaves behind.
enum ChildProgram {
    /// Its exit code; nil where a signal or the deadline ended it. An alarm has to interrupt the wait at the deadline.
    static func run(_ path: String, _ arguments: [String], until deadline: Date) throws -> CInt? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let failure = posix_spawn(&child, path, &actions, nil, &words, environ)
        guard failure == 0 else { throw OpenFile.posix(failure) }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw OpenFile.posix(errno) }
            if Date.now >= deadline { kill(child, SIGKILL) }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
    }
}
