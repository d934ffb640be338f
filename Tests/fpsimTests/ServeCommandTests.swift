import Foundation
import SystemIO
import Testing

/// One process that serves one mount after the other.
@Suite struct ServeCommandTests {
    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let input: Foundation.FileHandle
    private let output: Foundation.FileHandle

    init() throws {
        folder = try TemporaryFolder()
        let requests = Foundation.Pipe()
        let answers = Foundation.Pipe()
        var options = ChildProcess.Options()
        options.input = .descriptor(FileDescriptor(rawValue: requests.fileHandleForReading.fileDescriptor))
        options.output = .descriptor(FileDescriptor(rawValue: answers.fileHandleForWriting.fileDescriptor))
        options.startsSession = true
        process = try ChildProcess(path: BuiltProgram.path("fpsim"), arguments: ["serve"], options: options)
        input = requests.fileHandleForWriting
        output = answers.fileHandleForReading
    }

    private func ask(_ words: [String]) throws {
        try input.write(contentsOf: JSONEncoder().encode(words) + Data("\n".utf8))
    }

    /// The next line that it prints.
    private func answer() throws -> String {
        var line = Data()
        let descriptor = FileDescriptor(rawValue: output.fileDescriptor)
        while Readiness.isReadable(descriptor, until: .now + .seconds(30)), let byte = try output.read(upToCount: 1),
            byte != Data("\n".utf8)
        {
            line += byte
        }
        return String(decoding: line, as: UTF8.self)
    }

    private var descriptorCount: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/fd")) ?? []).count
    }

    @Test func `Each mount is its own, and nothing of it stays open`() throws {
        let mountpoint = try folder.make("mount")
        var counts: [Int] = []
        for number in 1...5 {
            let source = try folder.make("source \(number)")
            try "\(number)".write(toFile: "\(source)/number", atomically: false, encoding: .utf8)
            try ask([source, mountpoint])
            #expect(try answer() == "ready")
            #expect(try folder.content("mount/number") == "\(number)")
            #expect(try BuiltProgram.fpsim(["unmount", mountpoint]).exit == .exited(0))
            #expect(try answer() == "ended")
            counts.append(descriptorCount)
        }
        #expect(counts.last == counts.first, "\(counts)")
        try input.close()
        #expect(try process.wait(until: .now + .seconds(10)) == .exited(0))
    }

    @Test func `The last line may lack its end`() throws {
        let mountpoint = try folder.make("mount")
        try input.write(contentsOf: JSONEncoder().encode([try folder.make("source"), mountpoint]))
        try input.close()
        #expect(try answer() == "ready")
        #expect(try BuiltProgram.fpsim(["unmount", mountpoint]).exit == .exited(0))
        #expect(try answer() == "ended")
        #expect(try process.wait(until: .now + .seconds(10)) == .exited(0))
    }

    @Test func `A line that is too long is refused`() throws {
        // What it leaves unread fits into the pipe.
        try input.write(contentsOf: Data(repeating: UInt8(ascii: "x"), count: (1 << 20) + 4096))
        try input.close()
        #expect(try process.wait(until: .now + .seconds(10)) == .exited(64))
    }

    @Test func `What can't be mounted is said on one line, and the next one can`() throws {
        let mountpoint = try folder.make("mount")
        try ask(["/nowhere", mountpoint])
        #expect(try answer() == "failed: /nowhere: there is no such folder")
        try ask(["--nonsense"])
        #expect(try answer().hasPrefix("failed: "))
        try input.write(contentsOf: Data("no array\n".utf8))
        #expect(try answer() == "failed: a line that is no JSON array of words")
        try ask([try folder.make("source"), mountpoint])
        #expect(try answer() == "ready")
        // Whoever asked is gone: so is the mount, by its companion, or by hand.
        #expect(try BuiltProgram.fpsim(["unmount", mountpoint]).exit == .exited(0))
        #expect(try answer() == "ended")
    }
}
