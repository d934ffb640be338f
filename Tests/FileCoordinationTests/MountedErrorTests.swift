import ControlProtocol
import FileCoordination
import ProviderTesting
import SystemIO
import Testing

/// Section e of file-access-semantics: what an app sees, by plain reading and by coordinated reading.
@Suite struct MountedErrorTests {
    private static let dataless = "provider: Sample\nscope: none\nitems:\n  - {match: '**', state: dataless}\n"

    @Test func `a13: the codes are those of Foundation`() {
        let codes: [CocoaError.Code: Int] = [
            .fileNoSuchFile: 4, .fileLocking: 255, .fileReadUnknown: 256, .fileReadNoPermission: 257,
            .fileReadInvalidFileName: 258, .fileReadCorruptFile: 259, .fileReadNoSuchFile: 260, .fileReadTooLarge: 263,
            .fileWriteUnknown: 512, .fileWriteNoPermission: 513, .fileWriteInvalidFileName: 514,
            .fileWriteFileExists: 516, .fileWriteOutOfSpace: 640, .fileWriteVolumeReadOnly: 642, .userCancelled: 3072,
        ]
        for (code, number) in codes { #expect(code.rawValue == number) }
    }

    /// One line of the table: what happened, and the errors.
    struct Case: CustomTestStringConvertible, Sendable {
        let what: String
        let happen: @Sendable (MountedProvider) throws -> Void
        let plain: CocoaError.Code
        let errno: POSIXError.Code
        /// What coordination says, where it doesn't run the accessor.
        var coordinated: (domain: String, code: Int)?

        var testDescription: String { what }
    }

    static let cases: [Case] = [
        Case(
            what: "not downloaded, offline", happen: { try $0.goOffline() }, plain: .fileReadUnknown, errno: .ETIMEDOUT,
            coordinated: (NSFileProviderErrorDomain, -1004)),
        Case(
            what: "not signed in", happen: { try $0.addRules(rule("download", "{provider-error: not-authenticated}")) },
            plain: .fileReadUnknown, errno: .ETIMEDOUT, coordinated: (NSFileProviderErrorDomain, -1000)),
        Case(
            what: "provider can't synchronize",
            happen: { try $0.addRules(rule("download", "{provider-error: cannot-synchronize}")) },
            plain: .fileReadUnknown, errno: .ETIMEDOUT, coordinated: (NSFileProviderErrorDomain, -2005)),
        Case(
            what: "deleted remotely, stub still listed",
            happen: { try $0.addRules(rule("download", "{provider-error: no-such-item}")) }, plain: .fileReadUnknown,
            errno: .ESTALE, coordinated: (NSFileProviderErrorDomain, -1005)),
        Case(
            what: "deleted and seen", happen: { try $0.delete("document.pdf") }, plain: .fileReadNoSuchFile,
            errno: .ENOENT),
        Case(
            what: "moved remotely", happen: { try $0.move("document.pdf", to: "Archive/document.pdf") },
            plain: .fileReadNoSuchFile, errno: .ENOENT),
        Case(
            what: "permission revoked", happen: { try $0.addRules(rule("open", "{deny: EPERM}")) },
            plain: .fileReadNoPermission, errno: .EPERM),
        Case(
            what: "name too long", happen: { try $0.addRules(rule("open", "{fail: ENAMETOOLONG}")) },
            plain: .fileReadInvalidFileName, errno: .ENAMETOOLONG),
        Case(
            what: "a folder in its place", happen: { try $0.replace("document.pdf", with: "directory") },
            plain: .fileReadUnknown, errno: .EISDIR),
        Case(
            what: "volume gone", happen: { $0.kill() }, plain: .fileReadUnknown, errno: .ENOTCONN,
            coordinated: (NSCocoaErrorDomain, 256)),
    ]

    private static func rule(_ operation: String, _ fault: String) -> String {
        "rules:\n  - {name: fails, when: {operation: \(operation)}, do: \(fault)}\n"
    }

    @Test(.provider(yaml: dataless), arguments: cases)
    func `e, L5: what an app sees, coordinated and not`(line: Case) throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try line.happen(provider)
        let seen = #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
        #expect(seen?.code == line.plain)
        #expect((seen?.underlying as? POSIXError)?.code == line.errno)

        var error: NSError?
        var inside: CocoaError?
        NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { url in
            inside = #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
        }
        if let coordinated = line.coordinated {
            #expect(error?.domain == coordinated.domain)
            #expect(error?.code == coordinated.code)
        } else {
            #expect(error == nil)
            #expect(inside?.code == line.plain)
        }
    }

    @Test(.provider(yaml: "provider: Sample\nscope: none\n")) func `e: a name that is taken is 516, one too long 514`()
        throws
    {
        let provider = try MountedProvider.current
        let url = provider.url.appendingPathComponent("document.pdf")
        let copy = provider.scratch.appendingPathComponent("copy.pdf")
        try Data("x".utf8).write(to: copy)
        let taken = #expect(throws: CocoaError.self) { try FileManager.default.copyItem(at: copy, to: url) }
        #expect(taken?.code == .fileWriteFileExists)
        let long = provider.url.appendingPathComponent(String(repeating: "n", count: 300))
        let tooLong = #expect(throws: CocoaError.self) { try FileManager.default.copyItem(at: copy, to: long) }
        #expect(tooLong?.code == .fileWriteInvalidFileName)
    }
}
