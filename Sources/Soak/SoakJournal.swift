import FoundationEssentials
import Synchronization
import SystemIO

/// The file of a soak that is under way: a line says which soak it is, then each trial has one. A soak that was killed
/// goes on where it was.
package final class SoakJournal: Sendable {
    /// What must be the same for a soak to go on.
    package struct Identity: Codable, Hashable, Sendable {
        package var seed: UInt64
        package var importer: String
        package var shard: String
        package var boundSeconds: Double
        package var workload: Workload
        /// The checksums of its provider-configs; nil: it has none.
        package var configs: [String]?

        package init(
            seed: UInt64, importer: String, shard: String, boundSeconds: Double, workload: Workload = .everything,
            configs: [ConfigRecipe] = []
        ) {
            self.configs = configs.isEmpty ? nil : configs.map(\.sha256)
            self.workload = workload
            self.seed = seed
            self.importer = importer
            self.shard = shard
            self.boundSeconds = boundSeconds
        }
    }

    package enum Failure: Error, CustomStringConvertible {
        case anotherSoak(path: String)
        case system(path: String, Errno)

        package var description: String {
            switch self {
            case .anotherSoak(let path):
                "“\(path)” is of another soak (another seed, workload, importer, shard, bound or configs): choose another folder"
            case .system(let path, let errno): "“\(path)”: \(errno)"
            }
        }
    }

    /// The trials that were done before.
    package let earlier: [TrialSummary]
    private let file: Mutex<OwnedFileDescriptor>

    /// - Throws: `Failure`.
    package init(path: String, identity: Identity) throws(Failure) {
        do throws(Errno) {
            let opened = try FileDescriptor.workingDirectory.open(path, [.readWrite, .create, .append])
            let bytes = try opened.borrowed.readToEnd()
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            let decoder = JSONDecoder()
            if let first = lines.first {
                guard (try? decoder.decode(Identity.self, from: Data(first))) == identity else {
                    throw Errno.invalidArgument
                }
                // A last line that was cut as the soak was killed is a trial that will be run again.
                earlier = lines.dropFirst().compactMap { try? decoder.decode(TrialSummary.self, from: Data($0)) }
                if bytes.last != UInt8(ascii: "\n") { try opened.borrowed.writeAll("\n") }
            } else {
                earlier = []
                try opened.borrowed.writeAll(SoakJournal.line(identity))
            }
            file = Mutex(opened)
        } catch .invalidArgument {
            throw .anotherSoak(path: path)
        } catch {
            throw .system(path: path, error)
        }
    }

    /// Adds a trial. What can't be written is run again later.
    package func add(_ summary: TrialSummary) {
        file.withLock { try? $0.borrowed.writeAll(SoakJournal.line(summary)) }
    }

    private static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self) + "\n"
    }
}

extension FileDescriptor {
    fileprivate func writeAll(_ text: String) throws(Errno) {
        let bytes = Array(text.utf8)
        var failure: Errno?
        bytes.withUnsafeBytes { buffer in
            do throws(Errno) { try writeAll(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
