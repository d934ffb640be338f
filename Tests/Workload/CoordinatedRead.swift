import FileCoordination
import Glibc

/// What a coordinated read costs over a plain open and read of the same item, which is here and which nobody else
/// uses. The two alternate, so that both meet the same machine.
struct CoordinatedRead {
    private let options: Row.Options
    private let folder = FileManager.default.currentDirectoryPath

    init(_ options: Row.Options) {
        self.options = options
    }

    func measure() throws -> Measurement {
        let path = folder + "/f000000"
        let url = URL(fileURLWithPath: path)
        // The first access connects to the provider.
        _ = try coordinated(url)
        var measurement = Measurement()
        for _ in 0..<options.count {
            let plain = Stopwatch()
            try read(path)
            let plainTime = plain.nanoseconds
            let total = try coordinated(url)
            measurement.samples.append(total > plainTime ? total - plainTime : 0)
            measurement.nanoseconds += total
        }
        measurement.operations = options.count
        return measurement
    }

    private func coordinated(_ url: URL) throws -> UInt64 {
        let watch = Stopwatch()
        var error: NSError?
        var result = Result<Void, any Error>.success(())
        NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { url in
            result = Result { try read(url.path) }
        }
        let time = watch.nanoseconds
        if let error { throw error }
        try result.get()
        return time
    }

    private func read(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { throw WorkloadFailure(call: "open \(path)", error: .current) }
        defer { close(file) }
        var byte: UInt8 = 0
        try Call.check("read", Glibc.read(file, &byte, 1))
    }
}
