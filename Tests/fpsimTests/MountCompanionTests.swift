import ProviderTesting
import SystemIO
import Testing

/// A mount that is made for a program ends with it, also when that is killed.
@Suite struct MountCompanionTests {
    @Test func `a mount with --while ends when that process is killed`() throws {
        let folder = try TemporaryFolder()
        let companion = try ChildProcess(path: "/bin/sleep", arguments: ["1000"])
        let mount = try ReadyChild(
            path: ProgramLocation.find(),
            arguments: [
                "mount", try folder.make("source"), try folder.make("mnt"), "--foreground", "--while",
                "\(companion.pid)",
            ], until: .now + .seconds(20))
        #expect(mount.line?.hasPrefix("ready") == true)
        try companion.signal(9)
        #expect(try mount.process.wait(until: .now + .seconds(20)) == .exited(0))
    }
}
