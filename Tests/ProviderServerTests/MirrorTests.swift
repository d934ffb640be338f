import Foundation
import ProviderTesting
import SystemIO
import Testing

@Suite struct MirrorTests {
    @Test func `without a config the mount shows the source as it is`() throws {
        let documents = ["a.txt": Data.small, "folder/b.bin": .numbered(300_000), "folder/empty": Data()]
        let provider = try MountedProvider(documents: documents)
        for (path, content) in documents {
            #expect(try provider.read(path) == Array(content))
            #expect(try provider.status(path).size == Int64(content.count))
        }
        #expect(try provider.names() == ["a.txt", "folder"])
        #expect(try provider.names(in: "folder") == ["b.bin", "empty"])
        #expect(provider.failure(reading: "missing") == .noSuchFile)
        #expect(try provider.attribute("state", of: "a.txt") == "materialized")
        try provider.stop()
    }

    @Test func `the trace has every operation with the process that asked`() throws {
        let provider = try MountedProvider(documents: ["a.txt": .small])
        _ = try provider.read("a.txt")
        let read = try #require(try provider.trace.operations("read", on: "a.txt").first)
        #expect(read.processIdentifier == getpid())
        #expect(read.result == Int64(Data.small.count))
        #expect(read.errno == nil)
        try provider.stop()
    }
}
