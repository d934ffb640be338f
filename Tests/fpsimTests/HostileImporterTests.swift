import Foundation
import SystemIO
import Testing

/// What an importer under test may do to its judge: it is contained, reported, and cleaned up after.
@Suite struct HostileImporterTests {
    private static let script = BuiltProgram.package + "/Tests/DefectiveImporters/hostile.sh"

    @Test(arguments: [
        ("never_ends", 7, "had passed, and the bound is"),
        ("leaves_children", 7, "it left 8 processes behind"),
        ("leaves_daemons", 7, "it left 3 processes behind"),
        ("writes_outside", 5, "is left outside the library"),
        ("fills_the_disk", 7, "it was ended after it had written more than 512 MiB"),
        ("prints_garbage", 2, "`list` shows 0 new entries for 1 imports"),
        ("does_nothing", 2, "`list` shows 0 new entries for 1 imports"),
        ("prints_a_gigabyte", 8, "no rule had fired"),
        ("kills_its_parent", 7, "was ended by signal 9"),
    ])
    func `harm is contained, reported, and gone afterwards`(harm: String, rule: Int, words: String) throws {
        let folder = try TemporaryFolder()
        let bound = ["never_ends", "fills_the_disk"].contains(harm) ? "4s" : "20s"
        // A plain document with no rule in its way.
        let run = try BuiltProgram.fpsim(
            [
                "soak", "--seed", "1", "--only", "16", "--bound", bound, "--work", folder.path, "--importer",
                "\(HostileImporterTests.script) \(harm)",
            ], until: .seconds(120))
        #expect(run.exit == .exited(1), "\(run.output.text)\(run.error.text)")
        let lines = run.output.text.split(separator: "\n").filter { $0.hasPrefix("\(rule) ") }
        #expect(lines.contains { $0.contains(words) }, "\(run.output.text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(Self.processes(of: folder.path) == [])
    }

    /// Those whose environment names the folder.
    private static func processes(of folder: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { pid in
            guard Int32(pid) != nil, let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ")
            else { return false }
            return String(decoding: environment, as: UTF8.self).contains(folder)
        }
    }
}
