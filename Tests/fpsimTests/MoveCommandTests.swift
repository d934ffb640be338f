import ControlProtocol
import Foundation
import ProviderTesting
import SystemIO
import Testing

/// What `move` takes for a place, on a real mount.
@Suite struct MoveCommandTests {
    private let provider: MountedProvider

    init() throws {
        provider = try MountedProvider(
            yaml: "provider: P\nscope: none", documents: ["a.pdf": Data("a".utf8), "f/b.pdf": Data("b".utf8)])
    }

    private func move(_ name: String, _ target: String, in folder: String? = nil) throws -> CapturedRun {
        var options = ChildProcess.Options()
        options.workingDirectory = folder
        return try CapturedRun(
            path: ProgramLocation.find(), arguments: ["move", "\(provider.url.path)/\(name)", target], options: options,
            until: .now + .seconds(30))
    }

    private func content(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: provider.url.appendingPathComponent(name)), as: UTF8.self)
    }

    @Test func `A path from the working folder is taken for that where it leads to the mount`() throws {
        let mount = provider.url
        let run = try move(
            "a.pdf", "\(mount.lastPathComponent)/f/c.pdf", in: mount.deletingLastPathComponent().path)
        #expect(run.exit == .exited(0))
        #expect(try content("f/c.pdf") == "a")
    }

    @Test func `Other relative paths are the mount's, and a folder that is there takes the item in`() throws {
        #expect(try move("a.pdf", "f").exit == .exited(0))
        #expect(try content("f/a.pdf") == "a")
        #expect(try move("f/a.pdf", "New/c.pdf").exit == .exited(0))
        #expect(try content("New/c.pdf") == "a")
    }

    @Test func `What leads nowhere is refused, and the item stays`() throws {
        let long = String(repeating: "x", count: 256)
        for (name, target, message) in [
            ("a.pdf", "../../x", "'../../x' has a component '..', which is no name."),
            ("a.pdf", "f/\(long)", "'f/\(long)' has a name of more than 255 bytes."),
            ("a.pdf", "/x", "/x: it isn't on that mount"),
            ("f", "f/inner", "A folder can't be moved into itself."),
        ] {
            let run = try move(name, target)
            #expect(run.exit == .exited(64))
            #expect(run.error.text == "fpsim move: error: \(message)\n")
        }
        #expect(try move("a.pdf", "a.pdf").exit == .exited(0))
        #expect(try content("a.pdf") == "a")
        #expect(try content("f/b.pdf") == "b")
    }
}
