import Dispatch
import Foundation
import ProviderTesting
import SystemIO
import Testing

@Suite struct StalledFolderImportTests {
    @Test func `documents import while five hundred readers of another folder wait`() throws {
        var documents: [String: Data] = [:]
        for index in 0..<500 { documents["stalled/\(index)"] = Data("held".utf8) }
        for index in 0..<20 { documents["free/\(index).pdf"] = SampleDocument.pdf(title: "\(index)") }
        let provider = try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - name: held
                    when: {operation: read, path: "stalled/**"}
                    do: {stall: {for: forever}}
                """, documents: documents)
        let everybody = DispatchGroup()
        for index in 0..<500 {
            let path = provider.url.appendingPathComponent("stalled/\(index)").path
            everybody.enter()
            try DetachedThread.start {
                _ = FileManager.default.contents(atPath: path)
                everybody.leave()
            }
        }
        try provider.waitUntilHeld(500, by: "held")
        let library = provider.scratch.appendingPathComponent("library").path
        let run = try BuiltProgram.fpsim(
            ["import", "--library", library]
                + (0..<20).map { provider.url.appendingPathComponent("free/\($0).pdf").path })
        #expect(run.exit == .exited(0), "\(run.error.text)")
        let list = try BuiltProgram.fpsim(["list", "--library", library, "--json"])
        #expect(list.output.text.split(separator: "\n").count == 20)
        try provider.waitUntilHeld(500, by: "held")
        try provider.stop()
        everybody.wait()
    }
}
