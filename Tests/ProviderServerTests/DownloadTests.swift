import ControlProtocol
import Foundation
import ProviderTesting
import Synchronization
import SystemIO
import Testing

@Suite struct MountedDownloadTests {
    private let content = Data.numbered(50_000)

    private func mount(_ rules: String = "", download: String = "{latency: 100ms}") throws -> MountedProvider {
        try MountedProvider(
            yaml: """
                provider: P
                scope: none
                items:
                  - {match: "*.bin", state: dataless, download: \(download)}
                \(rules)
                """, documents: ["a.bin": content, "b.txt": .small])
    }

    @Test func `many readers share one download`() throws {
        let provider = try mount()
        #expect(try provider.status("a.bin").size == 50_000)
        #expect(try provider.status("a.bin").blocks == 0)
        #expect(try provider.attribute("state", of: "a.bin") == "dataless")
        let right = Mutex(0)
        let everybody = DispatchGroup()
        for _ in 0..<20 {
            everybody.enter()
            try DetachedThread.start {
                if (try? provider.read("a.bin")) == Array(content) { right.withLock { $0 += 1 } }
                everybody.leave()
            }
        }
        everybody.wait()
        #expect(right.withLock { $0 } == 20)
        #expect(try provider.trace.events("download").count { $0.action == "begin" } == 1)
        #expect(try provider.status("a.bin").blocks > 0)
        #expect(try provider.attribute("state", of: "a.bin") == "materialized")
        try provider.evict("a.bin")
        #expect(try provider.status("a.bin").blocks == 0)
        try provider.stop()
    }

    @Test func `a download that stalls says how far it came, and goes on when it is released`() throws {
        let provider = try mount(
            """
            rules:
              - name: stalls
                when: {operation: download, path: a.bin}
                do: {stall: {at: 40%, for: forever}}
            """, download: "{}")
        let count = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        try DetachedThread.start {
            count.withLock { $0 = (try? provider.read("a.bin").count) ?? -1 }
            done.signal()
        }
        try provider.waitUntilHeld(1, by: "stalls")
        try provider.ask(
            WaitRequest(condition: .downloaded, path: "a.bin", count: 40, deadlineMilliseconds: 5000))
        #expect(try provider.attribute("download", of: "a.bin") == "20000/50000")
        try provider.release("stalls")
        done.wait()
        #expect(count.withLock { $0 } == 50_000)
        try provider.stop()
    }

    @Test func `offline nothing is fetched, and what is here is read`() throws {
        let provider = try mount()
        try provider.goOffline()
        #expect(provider.failure(reading: "a.bin") == .timedOut)
        #expect(try provider.read("b.txt") == Array(Data.small))
        try provider.goOnline()
        #expect(try provider.read("a.bin") == Array(content))
        try provider.stop()
    }

    @Test func `going offline ends a download that runs`() throws {
        let provider = try mount(download: "{latency: 1h}")
        let failure = Mutex<Errno?>(nil)
        let done = DispatchSemaphore(value: 0)
        try DetachedThread.start {
            failure.withLock { $0 = provider.failure(reading: "a.bin") }
            done.signal()
        }
        try provider.waitUntilHeld()
        try provider.goOffline()
        done.wait()
        #expect(failure.withLock { $0 } == .timedOut)
        try provider.stop()
    }

    @Test func `uncoordinated reads of what isn't here can be refused with EDEADLK`() throws {
        let provider = try mount(
            """
            rules:
              - name: policy
                when: {operation: read, while: [dataless, uncoordinated]}
                do: {deny: EDEADLK}
            """)
        #expect(provider.failure(reading: "a.bin") == .deadlock)
        try provider.materialize("a.bin")
        #expect(try provider.read("a.bin") == Array(content))
        try provider.stop()
    }

    @Test func `a failed download can be tried again`() throws {
        let provider = try mount(
            """
            rules:
              - name: fails
                when: {operation: download, path: a.bin, nth: 1}
                do: {fail: {errno: EIO, at: 50%}}
            """)
        #expect(provider.failure(reading: "a.bin") == .ioError)
        #expect(try provider.read("a.bin") == Array(content))
        try provider.stop()
    }
}
