import Foundation
import ProviderTesting
import SystemIO
import Testing

/// Another user's mount can't be picked from, nor controlled.
@Suite struct ForeignMountTests {
    @Test(.enabled(if: SystemUser.isRoot, "only root can become another user"), arguments: ["pick", "status", "evict"])
    func `it is said whose it is, and what to do`(command: String) throws {
        let provider = try MountedProvider(yaml: "provider: P\n", documents: ["a.txt": Data("a".utf8)])
        defer { try? provider.stop() }
        // Another user, to whom no folder on the way to the program is closed.
        let run = try CapturedRun(
            path: "setpriv",
            arguments: [
                "--reuid", "65534", "--clear-groups", "--inh-caps", "+dac_read_search", "--ambient-caps",
                "+dac_read_search", try ProgramLocation.find(), command, provider.url.path + "/a.txt",
            ], until: .now + .seconds(20))
        #expect(run.exit == .exited(77), "\(run.output.text)\(run.error.text)")
        #expect(run.error.text.contains("a.txt: the mount belongs to “root” (user id 0)"), "\(run.error.text)")
        #expect(run.error.text.contains("run this as root, or mount the source yourself"), "\(run.error.text)")
    }
}
