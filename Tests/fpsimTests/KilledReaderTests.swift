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

    @Test func `what a killed reader had read ahead is nobody's any more, and the next one isn't kept waiting`() throws
    {
        let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })
        let provider = try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - name: stalls
                    when: {operation: read, process: cp}
                    do: {stall: {at: 40%, for: forever}}
                """, documents: ["a.bin": content])
        // Within one mount cp has the kernel copy, which reads ahead into pages that it keeps locked.
        let reader = try ChildProcess(
            path: "/bin/cp", arguments: ["\(provider.url.path)/a.bin", "\(provider.url.path)/b.bin"])
        let held = try BuiltProgram.fpsim(["wait", provider.url.path, "held", "--operation", "read"])
        #expect(held.exit == .exited(0), "\(held.error.text)")
        try reader.signal(SIGKILL)
        #expect(try reader.wait(until: .now + .seconds(10)) == .killed(signal: SIGKILL))
        let next = try CapturedRun(
            path: "/bin/cat", arguments: ["\(provider.url.path)/a.bin"], until: .now + .seconds(10))
        #expect(next.exit == .exited(0))
        #expect(next.output.bytes.count + next.output.dropped == content.count)
    }
}
