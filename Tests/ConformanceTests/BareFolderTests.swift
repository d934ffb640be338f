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

    @Test(arguments: RandomSeeds.some)
    func `random data operations agree with the model`(_ seed: UInt64) throws {
        try TemporaryFolder.with { (folder) throws in
            let failure = try RandomRun<DataOperation>.run(seed: seed, count: 1500, in: folder)
            #expect(failure == nil, "\(String(describing: failure))")
        }
    }

    @Test(arguments: RandomSeeds.some)
    func `random tree operations agree with the model`(_ seed: UInt64) throws {
        try TemporaryFolder.with { (folder) throws in
            let failure = try RandomRun<TreeOperation>.run(seed: seed, count: 3000, in: folder)
            #expect(failure == nil, "\(String(describing: failure))")
        }
    }
}
