import Foundation
import ImportCore
import Importer
import SystemIO
import Testing

/// What a process may have less of than others: its imports are fewer at once, or fail with that as the reason, and
/// nothing is said of a document that is as good as ever.
@Suite struct ProcessLimitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// An import by a process under limits of bash's `ulimit`.
    private func importing(_ names: [String], under limits: String, _ options: String = "") throws -> CapturedRun {
        let words = names.map { "'\(folder.path($0))'" }.joined(separator: " ")
        return try CapturedRun(
            path: "/bin/bash",
            arguments: [
                "-c",
                "\(limits) && exec '\(Programs.fpsim)' import --library '\(folder.path("library"))' \(options) \(words)",
            ], limit: 1 << 20)
    }

    private func texts(_ count: Int) throws -> [String] {
        try (0..<count).map { index in
            try folder.write(Array("Text \(index).\n".utf8), "\(index).txt")
            return "\(index).txt"
        }
    }

    @Test(arguments: ["ulimit -n 64", "ulimit -S -n 64"])
    func `a batch runs as many imports at once as descriptors allow`(limit: String) throws {
        let run = try importing(try texts(100), under: limit)
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        #expect(run.error.text == "100 imported, 0 failed\n")
    }

    @Test(.disabled(if: Confinement.isSanitized, "a sanitizer takes more addresses than that"))
    func `a PDF is judged where less memory is allowed than its parser may have`() throws {
        try folder.write(SamplePDF.make(), "good.pdf")
        let run = try importing(["good.pdf"], under: "ulimit -v 400000")
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
    }

    @Test(.disabled(if: Confinement.isSanitized, "a sanitizer needs descriptors of its own"))
    func `too few descriptors for a validator are told as that, and as something that may pass`() throws {
        let names = try texts(1)
        for count in 5..<40 {
            let run = try importing(names, under: "ulimit -n \(count)", "--json")
            guard run.exit != .exited(0) else { return }
            #expect(run.exit == .exited(75), "\(count): \(run.error.text)")
            let told = run.output.text + run.error.text
            for kind in ["unsafe", "internal"] {
                #expect(!told.contains("\"kind\":\"\(kind)\""), "\(count): \(told)")
            }
        }
        Issue.record("39 descriptors were too few for one import")
    }

    @Test(.disabled(if: Confinement.isSanitized, "a sanitizer keeps files of its own that may not grow either"))
    func `a file that may not grow is told`() throws {
        try folder.write([UInt8](repeating: 0x41, count: 200 << 10), "large.txt")
        let run = try importing(["large.txt"], under: "ulimit -f 100")
        #expect(run.exit == .exited(1), "\(run.exit)")
        #expect(run.output.text.contains("larger than a file may be"), "\(run.output.text)\(run.error.text)")
    }

    @Test(arguments: [
        ("unconfined", "EPERM", ImportProblem.Kind.internal, "it was not judged, since its parser can't be confined"),
        ("busy", "processes", .busy, "this computer is out of processes"),
    ])
    func `a validator that couldn't look at a document says nothing of it`(
        finding: String, detail: String, kind: ImportProblem.Kind, cause: String
    ) throws {
        let validator = """
            #!/usr/bin/env python3
            import socket
            importer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, fileno=0)
            while socket.recv_fds(importer, 256, 1)[0]:
                importer.send(b"\(finding)\\t\\t\(detail)")
            """
        let program = try folder.write(Array(validator.utf8), "validator")
        chmod(program, 0o700)
        var options = DocumentImporter.Options()
        options.validator = program
        let bench = try Workbench(options)
        let failure = bench.failure(try folder.write(SamplePDF.make(), "good.pdf"))
        #expect(failure?.kind == kind)
        #expect(failure?.cause.hasPrefix(cause) == true, "\(failure?.cause ?? "")")
        try bench.expectSound(0)
    }

    @Test func `a program that is run for somebody meets its own limits as it would alone`() throws {
        let file = try folder.write([1], "file")
        // 512 or 1024 bytes.
        let script = "ulimit -c 0; ulimit -f 1; exec head -c 100000 /dev/zero > \(folder.path("large"))"
        let run = try Programs.run(["with-access", file, "--", "sh", "-c", script])
        #expect(run.status == 128 + SIGXFSZ, "\(run.error)")
    }
}
