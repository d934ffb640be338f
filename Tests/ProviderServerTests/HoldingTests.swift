import ControlProtocol
import Foundation
import ProviderTesting
import Synchronization
import SystemIO
import Testing

@Suite struct HoldingTests {
    private static let stalls = """
        provider: P
        scope: none
        rules:
          - name: held
            when: {operation: read, path: "stalled/**"}
            do: {stall: {for: forever}}
        """

    @Test func `five hundred stalled readers leave the rest of the mount alone`() throws {
        var documents: [String: Data] = [:]
        for index in 0..<500 { documents["stalled/\(index)"] = .small }
        for index in 0..<100 { documents["free/\(index)"] = .numbered(5000 + index) }
        let provider = try MountedProvider(yaml: HoldingTests.stalls, documents: documents)
        let results = Mutex<[Int]>([])
        let everybody = DispatchGroup()
        for index in 0..<500 {
            everybody.enter()
            try DetachedThread.start {
                let count = (try? provider.read("stalled/\(index)").count) ?? -1
                results.withLock { $0.append(count) }
                everybody.leave()
            }
        }
        try provider.waitUntilHeld(500, by: "held")
        for index in 0..<100 { #expect(try provider.read("free/\(index)").count == 5000 + index) }
        try provider.waitUntilHeld(500, by: "held")
        #expect(results.withLock { $0.isEmpty })
        try provider.liftFaults()
        everybody.wait()
        #expect(results.withLock { $0 } == Array(repeating: Data.small.count, count: 500))
        try provider.stop()
    }

    @Test(arguments: ["open", "read", "getattr"])
    func `a caller that is killed leaves at once`(operation: String) throws {
        let provider = try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - name: held
                    when: {operation: \(operation), path: a.txt}
                    do: {stall: {for: forever}}
                """, documents: ["a.txt": .small])
        let program = operation == "getattr" ? "stat" : "cat"
        var options = ChildProcess.Options()
        options.output = .null
        options.error = .null
        let child = try ChildProcess(
            path: program, arguments: [provider.path("a.txt")], options: options)
        try provider.waitUntilHeld(1, by: "held")
        try child.signal(SIGKILL)
        #expect(try child.wait(until: .now + .seconds(5)) == .killed(signal: SIGKILL))
        try provider.waitUntilQuiet()
        try provider.stop()
    }

    @Test func `a mount ends while callers wait`() throws {
        let provider = try MountedProvider(yaml: HoldingTests.stalls, documents: ["stalled/a": .small])
        let failure = Mutex<Errno?>(nil)
        let done = DispatchSemaphore(value: 0)
        try DetachedThread.start {
            failure.withLock { $0 = provider.failure(reading: "stalled/a") }
            done.signal()
        }
        try provider.waitUntilHeld(1, by: "held")
        try provider.stop()
        done.wait()
        #expect(failure.withLock { $0 } != nil)
    }

    @Test func `removing the rule releases whom it held`() throws {
        let provider = try MountedProvider(yaml: HoldingTests.stalls, documents: ["stalled/a": .small])
        let count = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        try DetachedThread.start {
            count.withLock { $0 = (try? provider.read("stalled/a").count) ?? -1 }
            done.signal()
        }
        try provider.waitUntilHeld(1, by: "held")
        try provider.ask(RulesRequest(action: .remove, name: "held"))
        done.wait()
        #expect(count.withLock { $0 } == Data.small.count)
        try provider.stop()
    }

    @Test func `a delay is over by itself`() throws {
        let provider = try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - name: late
                    when: {operation: open}
                    do: {delay: 100ms}
                """, documents: ["a.txt": .small])
        let start = ContinuousClock.now
        #expect(try provider.read("a.txt") == Array(Data.small))
        #expect(ContinuousClock.now - start >= .milliseconds(100))
        try provider.stop()
    }
}
