import Conformance
import Glibc
import SystemIO
import Testing

/// A mount without rules, held to what the bare folder does.
@Suite(.serialized) struct MountTests {
    @Test(arguments: MountedFolder.Manner.possible)
    func `a mount does what the bare folder does, call by call`(_ manner: MountedFolder.Manner) throws {
        try TemporaryFolder.with { bare in
            try MountedFolder.with(manner) { mount in
                for play in ConformanceCase.playable {
                    let record = try play.run(in: mount.mountpoint)
                    let wanted = try play.run(in: bare)
                    #expect(record.difference(from: wanted) == nil)
                }
            }
        }
    }

    @Test(arguments: MountedFolder.Manner.possible)
    func `random operations on a mount agree with the model`(_ manner: MountedFolder.Manner) throws {
        try MountedFolder.with(manner) { mount in
            for seed in RandomSeeds.some {
                let data = try RandomRun<DataOperation>.run(seed: seed, count: 800, in: mount.mountpoint)
                #expect(data == nil, "\(String(describing: data))")
                let tree = try RandomRun<TreeOperation>.run(seed: seed, count: 1000, in: mount.mountpoint)
                #expect(tree == nil, "\(String(describing: tree))")
            }
        }
    }

    @Test(arguments: SmokeProgram.all)
    func `a real program does on a mount what it does on the bare folder`(_ program: SmokeProgram) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        try TemporaryFolder.with { bare in
            let wanted = try program.run(in: bare, until: deadline)
            #expect(wanted.hasSuffix("exit code 0"), "\(wanted)")
            try MountedFolder.with(.native) { mount in
                let found = try program.run(in: mount.mountpoint, until: deadline)
                #expect(found == wanted)
            }
        }
    }

    @Test func `known files take no descriptor of the provider, and open ones are given back`() throws {
        try MountedFolder.with(.native) { mount in
            let before = mount.openDescriptors
            for round in 0..<2 {
                for index in 0..<2000 {
                    let path = "\(mount.mountpoint)/f\(index)"
                    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
                    #expect(file >= 0)
                    var byte = UInt8(round)
                    #expect(write(file, &byte, 1) == 1)
                    #expect(close(file) == 0)
                }
            }
            // A bounded number of folders may stay open.
            #expect(mount.openDescriptors - before < 64)
        }
    }
}
