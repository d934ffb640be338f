import CLinux
import Glibc
import SystemIO

/// A tree in the working directory and its model, with a few files kept open.
final class ExercisedTree {
    typealias Path = TreeOperation.Path
    private typealias Node = TreeModel.Node

    private let model = TreeModel()
    private var open: [Int: (descriptor: CInt, node: Node)] = [:]

    func closeAll() {
        for file in open.values { Glibc.close(file.descriptor) }
        open = [:]
    }

    /// - Returns: How folder and model disagree, nil where they don't.
    func apply(_ operation: TreeOperation) -> String? {
        switch operation {
        case .create(let path, let exclusive):
            expect(Self.error { try model.create(path, exclusive: exclusive) }) {
                closing(Glibc.open("\(path)", O_WRONLY | O_CREAT | O_CLOEXEC | (exclusive ? O_EXCL : 0), 0o644))
            }
        case .mkdir(let path):
            expect(Self.error { try model.add(.folder, path, mode: 0o755) }) {
                Glibc.mkdir("\(path)", 0o755)
            }
        case .unlink(let path):
            expect(Self.error { try model.unlink(path) }) { Glibc.unlink("\(path)") }
        case .rmdir(let path):
            expect(Self.error { try model.rmdir(path) }) { Glibc.rmdir("\(path)") }
        case .rename(let old, let new, let mode):
            expect(Self.error { try model.rename(old, new, mode) }) {
                renameat2(AT_FDCWD, "\(old)", AT_FDCWD, "\(new)", mode.rawValue)
            }
        case .link(let old, let new):
            expect(Self.error { try model.link(old, new) }) { Glibc.link("\(old)", "\(new)") }
        case .symlink(let path):
            expect(Self.error { try model.add(.link, path, mode: 0o777) }) {
                Glibc.symlink("no/where", "\(path)")
            }
        case .write(let path, let length, let salt): write(path, length, salt)
        case .truncate(let path, let size): truncate(path, size)
        case .read(let path): read(path)
        case .chmod(let path, let mode): chmod(path, mode)
        case .list(let path): list(path)
        case .open(let path, let slot): open(path, slot)
        case .writeOpen(let slot, let length, let salt): writeOpen(slot, length, salt)
        case .readOpen(let slot): open[slot].flatMap { difference($0.descriptor, $0.node) }
        case .close(let slot): close(slot)
        case .look: look()
        }
    }

    /// Compares everything.
    func look() -> String? { compare(model.root, at: ".") }

    private func closing(_ descriptor: CInt) -> CInt { descriptor < 0 ? -1 : Glibc.close(descriptor) }

    /// The model's error for a change, 0 where it allows it.
    private static func error(_ change: () throws -> Void) -> CInt {
        do { try change() } catch { return (error as? ModelError)?.number ?? -1 }
        return 0
    }

    /// Compares the error of the model, which comes first, with that of the call.
    private func expect(_ wanted: CInt, _ call: () -> CInt) -> String? {
        let got = call() == 0 ? 0 : errno
        return got == wanted ? nil : "\(Self.name(got)), not \(Self.name(wanted))"
    }

    private static func name(_ number: CInt) -> String { number == 0 ? "ok" : Errno(rawValue: number).name }

    private func bytes(_ length: Int, _ salt: UInt8) -> [UInt8] {
        BytePattern.bytes(length, salt: salt)
    }

    /// Opens for a body; the model decides whether that must succeed.
    private func with(_ path: Path, _ body: (CInt, Node) -> String?) -> String? {
        var node: Node?
        var descriptor: CInt = -1
        let problem = expect(Self.error { node = try model.file(path) }) {
            descriptor = Glibc.open("\(path)", O_RDWR | O_CLOEXEC)
            return descriptor < 0 ? -1 : 0
        }
        defer { if descriptor >= 0 { Glibc.close(descriptor) } }
        if let problem { return problem }
        return node.flatMap { body(descriptor, $0) }
    }

    private func put(_ descriptor: CInt, _ node: Node, _ content: [UInt8]) -> String? {
        guard pwrite(descriptor, content, content.count, 0) == content.count else { return "pwrite: \(Errno.current)" }
        node.content.replaceSubrange(0..<min(content.count, node.content.count), with: content)
        return difference(descriptor, node)
    }

    private func write(_ path: Path, _ length: Int, _ salt: UInt8) -> String? {
        with(path) { put($0, $1, bytes(length, salt)) }
    }

    private func writeOpen(_ slot: Int, _ length: Int, _ salt: UInt8) -> String? {
        open[slot].flatMap { put($0.descriptor, $0.node, bytes(length, salt)) }
    }

    private func truncate(_ path: Path, _ size: Int) -> String? {
        var node: Node?
        let problem = expect(Self.error { node = try model.file(path) }) {
            Glibc.truncate("\(path)", off_t(size))
        }
        guard problem == nil, let node else { return problem }
        node.content = Array((node.content + [UInt8](repeating: 0, count: size)).prefix(size))
        return nil
    }

    private func read(_ path: Path) -> String? { with(path) { difference($0, $1) } }

    private func difference(_ descriptor: CInt, _ node: Node) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return "fstat: \(Errno.current)" }
        if Int(status.st_size) != node.content.count { return "size \(status.st_size), not \(node.content.count)" }
        if Int(status.st_nlink) != node.names { return "\(status.st_nlink) links, not \(node.names)" }
        var buffer = [UInt8](repeating: 0, count: 32768)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        if count < 0 { return "pread: \(Errno.current)" }
        return Array(buffer[..<count]) == node.content ? nil : "the content differs"
    }

    private func chmod(_ path: Path, _ mode: UInt32) -> String? {
        // A folder stays open to its owner, so that a run without root's rights can go on.
        let kept = mode | 0o700
        return expect(
            Self.error {
                let node = try model.node(path)
                if node.kind == .link { throw ModelError(ENOENT) }
                node.mode = kept
            }
        ) { Glibc.chmod("\(path)", kept) }
    }

    private func list(_ path: Path) -> String? {
        guard let node = try? model.node(path), node.kind == .folder else { return nil }
        return compareNames(node, at: "\(path)")
    }

    private func open(_ path: Path, _ slot: Int) -> String? {
        if let problem = close(slot) { return problem }
        return expect(Self.error { open[slot] = (-1, try model.file(path)) }) {
            let descriptor = Glibc.open("\(path)", O_RDWR | O_CLOEXEC)
            if descriptor >= 0 { open[slot]?.descriptor = descriptor } else { open[slot] = nil }
            return descriptor < 0 ? -1 : 0
        }
    }

    private func close(_ slot: Int) -> String? {
        guard let file = open.removeValue(forKey: slot) else { return nil }
        return Glibc.close(file.descriptor) == 0 ? nil : "close: \(Errno.current)"
    }

    private func compareNames(_ node: Node, at path: String) -> String? {
        guard let stream = opendir(path) else { return "opendir \(path): \(Errno.current)" }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) { names.append(Scene.name(of: entry)) }
        names.removeAll { $0 == "." || $0 == ".." }
        names.sort()
        let wanted = node.children.keys.sorted()
        return names == wanted ? nil : "\(path) lists \(names), not \(wanted)"
    }

    private func compare(_ node: Node, at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return "lstat \(path): \(Errno.current)" }
        let kind: mode_t =
            switch node.kind {
            case .file: S_IFREG
            case .folder: S_IFDIR
            case .link: S_IFLNK
            }
        if status.st_mode != kind | node.mode {
            return "\(path) has mode 0\(String(status.st_mode, radix: 8)), not 0\(String(kind | node.mode, radix: 8))"
        }
        if Int(status.st_nlink) != node.links { return "\(path) has \(status.st_nlink) links, not \(node.links)" }
        if node.kind == .file {
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return "open \(path): \(Errno.current)" }
            defer { Glibc.close(descriptor) }
            return difference(descriptor, node).map { "\(path): \($0)" }
        }
        guard node.kind == .folder else { return nil }
        if let problem = compareNames(node, at: path) { return problem }
        for (name, child) in node.children.sorted(by: { $0.key < $1.key }) {
            if let problem = compare(child, at: "\(path)/\(name)") { return problem }
        }
        return nil
    }
}
