import ControlProtocol
import FileCoordination
import Foundation
import Synchronization
import SystemIO
import Trace

/// A provider that is mounted for one test, with documents of the test's own.
///
/// It runs `$FPSIM`, else the program `fpsim` beside the tests, else the one on PATH, and unmounts when it is stopped
/// or goes away, whatever happened. Use it with Swift Testing through the trait `.provider`, or in XCTest by making one
/// in a test and calling `stop()` at its end:
///
///     let provider = try MountedProvider(config: "stalls-for-ever", documents: ["a.pdf": bytes])
///     defer { try? provider.stop() }
///     let url = try provider.pick("a.pdf")
public final class MountedProvider: Sendable {
    /// The mountpoint.
    public let url: URL
    /// The folder beneath the mount, which no fault modifies.
    public let source: URL
    /// A folder of the test's own, gone with the provider: for a library, say.
    public let scratch: URL
    /// The name that the provider goes by.
    public var name: String { control.greeting.provider }

    package let control: ControlClient
    package let program: String
    package var processIdentifier: Int32 { process.pid }
    private let folder: URL
    private let process: ProviderProcess
    private let traceFile: URL
    private let isStopped = Mutex(false)

    /// Mounts a provider.
    /// - Parameters:
    ///   - config: the name of a config that comes with fpsim, or a path; nil for a plain mirror.
    ///   - yaml: a config's own text, after `config`'s.
    ///   - documents: what the provider offers, by path.
    ///   - seed: overrides the config's.
    ///   - deadline: for the mount to answer.
    /// - Throws: `ProviderTestingError`.
    public convenience init(
        config: String? = nil, yaml: String? = nil, documents: [String: Data] = [:], seed: UInt64? = nil,
        deadline: Duration = .seconds(30)
    ) throws {
        try self.init(
            arguments: (config.map { ["--config", $0] } ?? []) + (seed.map { ["--seed", "\($0)"] } ?? []),
            yaml: yaml, documents: documents, deadline: deadline)
    }

    /// - Parameter arguments: more arguments of `fpsim mount`.
    package init(
        arguments: [String], yaml: String? = nil, documents: [String: Data] = [:], deadline: Duration = .seconds(30)
    ) throws {
        program = try ProgramLocation.find()
        folder = try Self.makeFolder()
        do {
            (source, url, scratch) = (
                try Self.make("source", in: folder), try Self.make("mount", in: folder),
                try Self.make("scratch", in: folder)
            )
            traceFile = folder.appendingPathComponent("trace.jsonl")
            for (path, content) in documents { try Self.write(content, to: source.appendingPathComponent(path)) }
            var words = ["mount", source.path, url.path, "--foreground", "--trace", traceFile.path] + arguments
            if let yaml {
                let file = folder.appendingPathComponent("config.yaml")
                try Self.write(Data(yaml.utf8), to: file)
                words += ["--config", file.path]
            }
            process = try ProviderProcess(
                program: program, arguments: words, mountpoint: url.path, deadline: deadline.withPatience)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        do {
            guard let mount = ProviderMount.locate(Array(url.path.utf8))?.mount else {
                throw ProviderTestingError.mountFailed("there is no mount at \(url.path)")
            }
            control = try ControlClient(to: mount, process: "test")
        } catch {
            process.end()
            try? FileManager.default.removeItem(at: folder)
            throw (error as? ControlFailure).map { ProviderTestingError.refused("\($0)") } ?? error
        }
    }

    deinit {
        try? stop()
    }

    /// Unmounts, and looks for what is left behind. Stopping twice is harmless.
    /// - Throws: `ProviderTestingError.leftover` when the mount or its process can't be ended in an orderly way.
    public func stop() throws {
        guard
            isStopped.withLock({ stopped in
                defer { stopped = true }
                return !stopped
            })
        else { return }
        control.close()
        let leftovers = process.end()
        try? FileManager.default.removeItem(at: folder)
        if let leftovers { throw ProviderTestingError.leftover(leftovers) }
    }

    /// Kills the provider, as `kill -9` does: the volume is gone.
    public func kill() {
        process.kill()
    }

    // MARK: What the user does

    /// The URL that the document picker gives for a document, with its security scope.
    /// - Parameters:
    ///   - path: relative to the mount.
    ///   - folder: the item is picked as a folder.
    ///   - asCopy: a copy in an inbox folder, which needs no scope.
    public func pick(_ path: String, folder: Bool = false, asCopy: Bool = false) throws -> URL {
        try DocumentPicker.pick(url.appendingPathComponent(path), folder: folder, asCopy: asCopy)
    }

    // MARK: Folders

    private static func makeFolder() throws -> URL {
        let pattern = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-test-XXXXXX").path
        var name = pattern.utf8CString
        let made = name.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!).map { String(cString: $0) } }
        guard let made else { throw CocoaError(.fileWriteUnknown) }
        return URL(fileURLWithPath: made, isDirectory: true)
    }

    private static func make(_ name: String, in folder: URL) throws -> URL {
        let url = folder.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        return url
    }

    private static func write(_ content: Data, to url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: url)
    }
}

extension MountedProvider {
    /// What happened on the mount up to now.
    /// - Throws: `ProviderTestingError.badTrace`.
    public var trace: ProviderTrace {
        get throws {
            if !isStopped.withLock({ $0 }), control.failure == nil { try ask(FlushRequest()) }
            return try ProviderTrace(contentsOf: traceFile)
        }
    }

    /// The same with all that is in it.
    package var traceEvents: [TraceEvent] {
        get throws {
            _ = try trace
            return try TraceReader([UInt8](Data(contentsOf: traceFile))).events
        }
    }

    /// Asks the provider.
    /// - Throws: `ProviderTestingError.refused`.
    @discardableResult
    package func ask<Request: ControlRequest>(
        _ request: Request, deadline: Duration? = .seconds(30)
    ) throws -> Request.Response {
        do throws(ControlFailure) {
            return try control.call(request, deadline: deadline?.withPatience)
        } catch {
            throw ProviderTestingError.refused("\(error)")
        }
    }
}
