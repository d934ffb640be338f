import Foundation
import Testing

/// Mounts a provider for each test, gives it to the test as `MountedProvider.current`, and unmounts it afterwards,
/// whatever happened.
///
///     @Test(.provider("stalls-for-ever"))
///     func `the import gives up`() async throws {
///         let provider = try MountedProvider.current
///         let picked = try provider.pick("document.pdf")
///         …
///         #expect(try provider.trace.hasNoReadOutsideScope)
///     }
///
/// A test fails that leaves a mount or a process behind.
public struct ProviderTrait: TestTrait, SuiteTrait, TestScoping {
    let config: String?
    let yaml: String?
    let documents: [String: Data]

    /// A suite's provider is mounted for each of its tests.
    public var isRecursive: Bool { true }

    /// Mounts, runs the test, and unmounts.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let provider = try MountedProvider(config: config, yaml: yaml, documents: documents)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await MountedProvider.$running.withValue(provider) { try await function() })
        } catch {
            outcome = .failure(error)
        }
        do {
            try provider.stop()
        } catch {
            Issue.record(error)
        }
        try outcome.get()
    }
}

extension Trait where Self == ProviderTrait {
    /// A provider with the config of this name, or at this path.
    /// - Parameter documents: what it offers, by path; one small PDF, `document.pdf`, unless it is given.
    public static func provider(
        _ config: String, documents: [String: Data] = ["document.pdf": SampleDocument.pdf]
    ) -> Self {
        Self(config: config, yaml: nil, documents: documents)
    }

    /// A provider with a config's own text.
    public static func provider(
        yaml: String, documents: [String: Data] = ["document.pdf": SampleDocument.pdf]
    ) -> Self {
        Self(config: nil, yaml: yaml, documents: documents)
    }
}

extension MountedProvider {
    @TaskLocal static var running: MountedProvider?

    /// The provider of the running test's `.provider` trait.
    /// - Throws: `ProviderTestingError.noProvider` without one.
    public static var current: MountedProvider {
        get throws {
            guard let running else { throw ProviderTestingError.noProvider }
            return running
        }
    }
}
