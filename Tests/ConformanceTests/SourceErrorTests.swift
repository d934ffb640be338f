import Foundation
import ProviderTesting
import SystemIO
import Testing

/// Errors of a source that no small file system gives on demand: the source is itself a mount, whose rules give them.
@Suite(.serialized) struct SourceErrorTests {
    private static let errors: [Errno] = [.ioError, .noSpace, .readOnlyFileSystem, Errno(rawValue: EDQUOT)]

    private func failure(_ result: some SignedInteger) -> Errno? { result < 0 ? .current : nil }

    @Test(arguments: [MountedFolder.Manner.native, .throughProvider])
    func `what the source refuses reaches the caller as it is`(_ manner: MountedFolder.Manner) throws {
        let rules = SourceErrorTests.errors.map { error in
            """
              - name: \(error.name)
                when: {operation: [read, write, fsync, create, mkdir, unlink, rename, setattr], path: "\(error.name)/*"}
                do: {fail: \(error.name)}

            """
        }
        let names = SourceErrorTests.errors.map(\.name)
        let beneath = try MountedProvider(
            yaml: "provider: P\nscope: none\nrules:\n" + rules.joined(),
            documents: Dictionary(uniqueKeysWithValues: names.map { ("\($0)/file", Data("here".utf8)) }))
        defer { try? beneath.stop() }
        try MountedFolder.with(manner, over: beneath.url.path) { mount in
            for error in SourceErrorTests.errors {
                let folder = "\(mount.mountpoint)/\(error.name)"
                let file = open("\(folder)/file", O_RDWR | O_CLOEXEC)
                try #require(file >= 0)
                defer { close(file) }
                var bytes = [UInt8](repeating: 0, count: 8)
                #expect(failure(pread(file, &bytes, 8, 0)) == error)
                #expect(failure(pwrite(file, bytes, 8, 0)) == error)
                #expect(failure(fsync(file)) == error)
                #expect(failure(ftruncate(file, 1)) == error)
                #expect(failure(fchmod(file, 0o600)) == error)
                #expect(failure(open("\(folder)/new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)) == error)
                #expect(failure(mkdir("\(folder)/folder", 0o755)) == error)
                #expect(failure(rename("\(folder)/file", "\(folder)/renamed")) == error)
                #expect(failure(unlink("\(folder)/file")) == error)
            }
        }
    }
}
