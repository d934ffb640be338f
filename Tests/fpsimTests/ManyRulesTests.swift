import ProviderTesting
import SystemIO
import Testing

/// A mount with more rules than one message of the control socket holds.
@Suite struct ManyRulesTests {
    private static let count = 12_000

    private func fpsim(_ arguments: String...) throws -> CapturedRun {
        try CapturedRun(path: ProgramLocation.find(), arguments: arguments, until: .now + .seconds(60), limit: 8 << 20)
    }

    @Test func `All are listed, and the state names the first and says how many more there are`() throws {
        let name = String(repeating: "a rule of some length ", count: 4)
        let rules = (0..<ManyRulesTests.count).map {
            "  - {name: \(name)\($0), when: {path: \"\($0)/*\"}, do: {deny: EACCES}}"
        }
        let provider = try MountedProvider(
            yaml: "provider: P\nscope: none\nrules:\n" + rules.joined(separator: "\n"),
            documents: ["7/a.pdf": .init([1])])
        defer { try? provider.stop() }
        let point = provider.url.path
        #expect(throws: Errno.permissionDenied) {
            _ = try FileDescriptor.workingDirectory.open("\(point)/7/a.pdf", [.readOnly])
        }
        let listed = try fpsim("rules", point).output.text.split(separator: "\n")
        #expect(listed.count == ManyRulesTests.count)
        for (number, line) in listed.enumerated() where number != 7 {
            #expect(line == "\(name)\(number): deny, matched 0, fired 0")
        }
        #expect(listed[7].hasPrefix("\(name)7: deny, matched "))
        #expect(!listed[7].hasSuffix("fired 0"))
        let status = try fpsim("status", point).output.text
        #expect(status.hasSuffix("    and \(ManyRulesTests.count - 100) more: fpsim rules \(point)\n"))
        #expect(try fpsim("watch", "--once", point).exit == .exited(0))
    }

    @Test func `Rules that nobody has are refused at once, not waited for`() throws {
        let provider = try MountedProvider(yaml: "provider: P", documents: [:])
        defer { try? provider.stop() }
        for condition in ["fired", "held"] {
            let run = try fpsim("wait", provider.url.path, condition, "--rule", "stals", "--timeout", "60s")
            #expect(run.exit == .exited(66))
            #expect(run.error.text == "fpsim wait: error: There is no rule named 'stals'.\n")
        }
    }
}
