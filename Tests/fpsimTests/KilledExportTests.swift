import Foundation
import ProviderTesting
import SystemIO
import Testing

/// An export that is ended while it copies: what it wrote has no name that somebody could take for the document.
@Suite struct KilledExportTests {
    private static let text = Data(String(repeating: "A line of a large document.\n", count: 200_000).utf8)

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL]) func `nothing is under a document's name`(signal: Int32) throws {
        let provider = try MountedProvider(
            yaml: """
                provider: P
                scope: none
                rules:
                  - name: held
                    when: {operation: write, nth: 3, per: rule}
                    do: {stall: {for: forever}}
                """)
        let library = provider.scratch.appendingPathComponent("library").path
        let document = provider.scratch.appendingPathComponent("large.txt")
        try Self.text.write(to: document)
        #expect(try BuiltProgram.fpsim(["import", "--library", library, document.path]).exit == .exited(0))
        let export = ["export", "--library", library, "--all", "--to"]
        let copying = try ChildProcess(path: ProgramLocation.find(), arguments: export + [provider.url.path])
        try provider.waitUntilHeld(1, by: "held")
        try copying.signal(signal)
        #expect(try copying.wait(until: .now + .seconds(10).withPatience) == .killed(signal: signal))
        #expect(try FileManager.default.contentsOfDirectory(atPath: provider.source.path) == [])
        // The next one is whole.
        #expect(try BuiltProgram.fpsim(export + [provider.url.path]).exit == .exited(0))
        #expect(try Data(contentsOf: provider.source.appendingPathComponent("large.txt")) == Self.text)
    }
}
