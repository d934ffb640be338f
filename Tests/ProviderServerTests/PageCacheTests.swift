import ControlProtocol
import Foundation
import ProviderTesting
import Synchronization
import SystemIO
import Testing

@Suite struct PageCacheTests {
    /// What is only written goes past the kernel's pages, into which others read meanwhile.
    @Test func `nobody reads what was there before a write that has returned`() throws {
        let provider = try MountedProvider(documents: ["counter": Data(count: 8192)])
        let isOver = Atomic(false)
        let path = provider.path("counter")
        let reader = Thread {
            guard let file = try? FileDescriptor.workingDirectory.open(path, .readOnly) else { return }
            while !isOver.load(ordering: .relaxed) { _ = try? Self.number(in: file.borrowed) }
        }
        let reading = try FileDescriptor.workingDirectory.open(path, .readOnly)
        let mapped = try MappedFile(reading.borrowed)
        let writing = try FileDescriptor.workingDirectory.open(path, .writeOnly)
        reader.start()
        defer { isOver.store(true, ordering: .relaxed) }
        for number in UInt64(1)...200 {
            try withUnsafeBytes(of: number) { try writing.borrowed.writeAll(Array($0), at: 0) }
            #expect(try Self.number(in: reading.borrowed) == number)
            #expect(mapped.bytes.load(as: UInt64.self) == number)
        }
        isOver.store(true, ordering: .relaxed)
        while !reader.isFinished { sched_yield() }
        try reading.close()
        try writing.close()
        try provider.stop()
    }

    @Test func `what two descriptors append comes one after the other`() throws {
        let provider = try MountedProvider(documents: ["log": Data()])
        let path = provider.path("log")
        let first = try FileDescriptor.workingDirectory.open(path, [.writeOnly, .append])
        let second = try FileDescriptor.workingDirectory.open(path, [.readWrite, .append])
        for number in 0..<100 {
            let bytes = Array("\(number)\n".utf8)
            let count = try bytes.withUnsafeBytes {
                try number % 2 == 0 ? first.borrowed.write($0) : second.borrowed.write($0)
            }
            #expect(count == bytes.count)
        }
        #expect(try provider.read("log") == Array((0..<100).map { "\($0)\n" }.joined().utf8))
        try first.close()
        try second.close()
        try provider.stop()
    }

    @Test func `a rule counts for whoever looks after it was added, whatever the kernel remembers`() throws {
        let provider = try MountedProvider(yaml: "provider: P\nscope: none\n", documents: ["a.pdf": .small])
        let path = provider.path("a.pdf")
        for size in Int64(1)...30 {
            #expect(try FileDescriptor.workingDirectory.status(of: path).size == Int64(Data.small.count))
            try provider.addRules(
                "rules:\n  - {name: lies, when: {operation: [lookup, getattr]}, do: {report-size: \(size)}}\n")
            #expect(try FileDescriptor.workingDirectory.status(of: path).size == size)
            try provider.ask(RulesRequest(action: .remove, name: "lies"))
        }
        try provider.stop()
    }

    private static func number(in file: FileDescriptor) throws -> UInt64 {
        var number: UInt64 = 0
        _ = try withUnsafeMutableBytes(of: &number) { try file.read(into: $0, at: 0) }
        return number
    }
}
