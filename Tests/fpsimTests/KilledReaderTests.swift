import Foundation
import ProviderTesting
import SystemIO
import Testing

/// Whoever waits for a download that never comes can be killed.
@Suite struct KilledReaderTests {
    @Test func `a killed reader of a stalled download is released at once`() throws {
        let provider = try MountedProvider(
            yaml: """
                provider: P
                scope: none
                items:
                  - {match: "**/*", state: dataless}
                rules:
                  - name: stalls
                    when: {operation: download}
                    do: {stall: {for: forever}}
                """, documents: ["a.pdf": Data(repeating: 65, count: 100_000)])
        let reader = try ChildProcess(path: "/bin/cat", arguments: ["\(provider.url.path)/a.pdf"])
        let held = try BuiltProgram.fpsim(["wait", provider.url.path, "held", "--operation", "read"])
        #expect(held.exit == .exited(0), "\(held.error.text)")
        try reader.signal(SIGKILL)
        #expect(try reader.wait(until: .now + .seconds(10)) == .killed(signal: SIGKILL))
    }
}
