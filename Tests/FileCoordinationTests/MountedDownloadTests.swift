import ControlProtocol
import FileCoordination
import ProviderTesting
import SystemIO
import Testing

/// Rows b22 to b26 and d5 to d9 of file-access-semantics, on a real mount: what plain system calls meet.
@Suite struct MountedDownloadTests {
    private static let dataless = "provider: Sample\nscope: none\nitems:\n  - {match: '**', state: dataless}\n"

    /// The errno beneath what Foundation throws.
    private func code(_ body: () throws -> Void) -> POSIXError.Code? {
        do {
            try body()
            return nil
        } catch let error as CocoaError {
            return (error.underlying as? POSIXError)?.code
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private func status(_ url: URL) throws -> FileStatus {
        try FileDescriptor.workingDirectory.status(of: url.path)
    }

    @Test(.provider(yaml: dataless)) func `b22: a plain read of what isn't here downloads it`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        #expect(try Data(contentsOf: url) == SampleDocument.pdf)
        #expect(try url.ubiquitousItemResourceValues().ubiquitousItemDownloadingStatus == .current)
    }

    @Test(.provider(yaml: dataless))
    func `b22: where the policy is off, open works, reading is EDEADLK, and it stays dataless`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.addRules(
            "rules:\n  - {name: off, when: {operation: read, while: [dataless, uncoordinated]}, do: {fail: EDEADLK}}\n")
        #expect(code { _ = try Data(contentsOf: url) } == .EDEADLK)
        #expect(try url.ubiquitousItemResourceValues().ubiquitousItemDownloadingStatus == .notDownloaded)
        var error: NSError?
        NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { url in
            #expect((try? Data(contentsOf: url)) == SampleDocument.pdf)
        }
        #expect(error == nil)
    }

    @Test(
        .provider(yaml: dataless),
        arguments: [("server-unreachable", POSIXError.Code.ETIMEDOUT), ("no-such-item", .ESTALE)])
    func `b23: a failed fetch has its errno at once, and the next read fetches again`(
        failure: String, expected: POSIXError.Code
    ) throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.addRules(
            "rules:\n  - {name: fails, when: {operation: download, nth: 1}, do: {provider-error: \(failure)}}\n")
        #expect(code { _ = try Data(contentsOf: url) } == expected)
        #expect(FileManager.default.fileExists(atPath: url.path))
        #expect(try Data(contentsOf: url) == SampleDocument.pdf)
    }

    @Test(.provider(yaml: dataless)) func `b25, d6: offline, stat and listing work, with the real size`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.goOffline()
        #expect(try status(url).size == Int64(SampleDocument.pdf.count))
        #expect(try FileManager.default.contentsOfDirectory(atPath: provider.url.path) == ["document.pdf"])
    }

    @Test(.provider(yaml: "provider: Sample\nscope: none\n"))
    func `b26: a read that blocks goes on when its rule lets it`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.addRules("rules:\n  - {name: blocks, when: {operation: read}, do: {stall: {for: forever}}}\n")
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            #expect((try? Data(contentsOf: url)) == SampleDocument.pdf)
            done.signal()
        }
        try provider.waitUntilHeld(by: "blocks")
        try provider.liftFaults()
        done.wait()
    }

    @Test(.provider(yaml: dataless))
    func `d5, d8: an item has no blocks until it is here, and its size and content stay`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(try status(url).blocks == 0)
        try provider.materialize("document.pdf")
        #expect(try status(url).blocks > 0)
        #expect(try Data(contentsOf: url) == SampleDocument.pdf)
        try provider.evict("document.pdf")
        #expect(try status(url).blocks == 0)
        #expect(try status(url).size == Int64(SampleDocument.pdf.count))
        #expect(try Data(contentsOf: url) == SampleDocument.pdf)
    }

    @Test(.provider(yaml: "provider: Sample\nscope: none\n")) func `d7: what is open isn't evicted`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        let handle = try FileHandle(forReadingFrom: url)
        let refusal = #expect(throws: NSError.self) { try FileManager.default.evictUbiquitousItem(at: url) }
        #expect(refusal?.domain == NSFileProviderErrorDomain)
        #expect(refusal?.code == -2008)
        #expect(try handle.readToEnd() == SampleDocument.pdf)
        try handle.close()
    }

    @Test(.provider(yaml: "provider: Sample\nscope: none\n"))
    func `d9, e: a remote edit comes by a rename, so an open file keeps the old bytes`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let handle = try FileHandle(forReadingFrom: url)
        try provider.replace("document.pdf", with: "garbage")
        #expect(try handle.readToEnd() == SampleDocument.pdf)
        try handle.close()
        #expect(try Data(contentsOf: url) != SampleDocument.pdf)
    }
}
