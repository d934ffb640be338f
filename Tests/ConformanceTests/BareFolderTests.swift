import Conformance
import Testing

@Suite struct BareFolderTests {
    @Test(arguments: ConformanceCase.playable)
    func `the suite holds on a bare folder`(_ play: ConformanceCase) throws {
        try TemporaryFolder.with { (folder) throws in
            let record = try play.run(in: folder)
            #expect(record.violations == [])
        }
    }
}
