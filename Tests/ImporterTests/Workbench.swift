import Foundation
import ImportCore
import Importer
import SystemIO
import Testing

/// A library, an importer and a folder of documents, for one test.
final class Workbench: Sendable {
    let folder: TemporaryFolder
    let library: DocumentLibrary
    let importer: DocumentImporter

    init(_ options: DocumentImporter.Options = DocumentImporter.Options()) throws {
        folder = try TemporaryFolder()
        library = try DocumentLibrary(at: folder.path("library"))
        importer = DocumentImporter(library: library, options: options)
    }

    func importFile(_ path: String) throws(ImportFailure) -> ImportEntry {
        try importer.start(PlainFileSource(path: path)).wait()
    }

    func importBytes(_ bytes: [UInt8], _ name: String = "document.pdf") throws -> ImportEntry {
        try importFile(try folder.write(bytes, name))
    }

    func failure(_ path: String) -> ImportFailure? {
        do throws(ImportFailure) {
            _ = try importFile(path)
            return nil
        } catch {
            return error
        }
    }

    /// What has to hold of a library at any time.
    func expectSound(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var violations: [String] = []
        let found = try LibraryVerification(library).run(reads: true) {
            violations.append("rule \($0.rule): \($0.text)")
        }
        #expect(violations == [], sourceLocation: sourceLocation)
        #expect(found.documents == count, sourceLocation: sourceLocation)
        #expect(try folder.names("library/staging") == [], sourceLocation: sourceLocation)
    }
}

/// The built programs, which stand beside the tests.
enum Programs {
    static let fpsim = ProgramFiles.besideThisProgram("fpsim")

    static func run(_ arguments: [String]) throws -> (status: Int32, output: String, error: String) {
        // Foundation's Process reads beyond a buffer where many descriptors are open: AddressSanitizer ends the tests there.
        let run = try CapturedRun(path: fpsim, arguments: arguments, limit: 64 << 20)
        let status: Int32 =
            switch run.exit {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            case nil: -1
            }
        return (status, run.output.text, run.error.text)
    }
}
