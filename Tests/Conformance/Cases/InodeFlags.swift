import Glibc

/// What chattr(1), lsattr(1) and xfs_io(8) ask for. Not every file system has such flags: then it says so.
extension ConformanceCase {
    private enum Command: UInt {
        case getFlags = 0x8008_6601
        case setFlags = 0x4008_6602
        case getExtended = 0x801C_581F
        case setExtended = 0x401C_5820
        case unknown = 0x4004_70FF
    }

    private static let (noDump, immutable, appendOnly): (Int32, Int32, Int32) = (0x40, 0x10, 0x20)

    /// Does one ioctl(2) with a value of so many words, and records the answer.
    @discardableResult
    private static func ask(
        _ s: Scene, _ file: CInt, _ command: Command, _ words: [Int32], _ wanted: Scene.Wanted = .anything
    ) -> [Int32]? {
        var words = words
        let result = s.call("ioctl \(command)", wanted) {
            words.withUnsafeMutableBytes { ioctl(file, command.rawValue, $0.baseAddress!) }
        }
        guard result == 0 else { return nil }
        s.see("\(command)", words)
        return words
    }

    /// Puts a flag on a file for as long as the body takes; false where there is no such flag.
    private static func flagged(_ s: Scene, _ path: String, _ flag: Int32, _ body: () -> Void) {
        s.with(path, O_RDONLY) { file in
            guard let before = ask(s, file, .getFlags, [0]),
                ask(s, file, .setFlags, [before[0] | flag]) != nil
            else { return }
            body()
            ask(s, file, .setFlags, before, .success)
        }
    }

    static let inodeFlags: [ConformanceCase] = [
        ConformanceCase("flags of a file and of a folder are told, set and told again") { s in
            s.put("a", "content")
            s.mkdir("d")
            for path in ["a", "d"] {
                s.with(path, O_RDONLY) { file in
                    let before = ask(s, file, .getFlags, [0])
                    ask(s, file, .setFlags, [(before?[0] ?? 0) | noDump])
                    ask(s, file, .getFlags, [0])
                    let extended = ask(s, file, .getExtended, [Int32](repeating: 0, count: 7))
                    ask(s, file, .setExtended, extended ?? [Int32](repeating: 0, count: 7))
                    ask(s, file, .setFlags, before ?? [0])
                    ask(s, file, .getFlags, [0])
                }
            }
        },
        ConformanceCase("a flag that nobody knows is refused, and so is a command") { s in
            s.put("a")
            s.with("a", O_RDWR) { file in
                ask(s, file, .setFlags, [0x0100_0000])
                ask(s, file, .unknown, [0], .fails(ENOTTY))
            }
        },
        ConformanceCase("flags are told of what has neither content nor names, too, or not at all") { s in
            s.mknod("p", mode: S_IFIFO | 0o600)
            s.with("p", O_RDONLY | O_NONBLOCK) { ask(s, $0, .getFlags, [0]) }
        },
        ConformanceCase("what may not change doesn't", needs: .root) { s in
            s.put("a", "content")
            flagged(s, "a", immutable) {
                s.open("a", O_WRONLY, .fails(EPERM))
                s.open("a", O_WRONLY | O_TRUNC, .fails(EPERM))
                s.truncate("a", to: 1, .fails(EPERM))
                s.chmod("a", 0o600, .fails(EPERM))
                s.rename("a", "b", .fails(EPERM))
                s.link("a", "b", .fails(EPERM))
                s.unlink("a", .fails(EPERM))
                s.holds("a", "content")
            }
            s.mkdir("d")
            s.put("d/a")
            flagged(s, "d", immutable) {
                s.open("d/b", O_WRONLY | O_CREAT, .fails(EPERM))
                s.unlink("d/a", .fails(EPERM))
            }
            s.unlink("d/a")
        },
        ConformanceCase("what may only grow is opened to append, and not else", needs: .root) { s in
            s.put("a", "content")
            flagged(s, "a", appendOnly) {
                s.open("a", O_WRONLY, .fails(EPERM))
                s.open("a", O_WRONLY | O_APPEND | O_TRUNC, .fails(EPERM))
                s.with("a", O_WRONLY | O_APPEND) { s.write($0, ", more") }
                s.with("a", O_RDWR | O_APPEND) { s.write($0, " and more") }
                s.truncate("a", to: 1, .fails(EPERM))
                s.unlink("a", .fails(EPERM))
                s.holds("a", "content, more and more")
            }
        },
        ConformanceCase("flags are set by who owns the file", needs: .root) { s in
            s.chmod(".", 0o777)
            s.put("a", "content", mode: 0o644)
            OwnThread.run(asUser: 12345, group: 12345) {
                s.with("a", O_RDONLY) { file in
                    ask(s, file, .getFlags, [0])
                    ask(s, file, .setFlags, [noDump])
                }
                s.put("b", "content")
                s.with("b", O_RDONLY) { file in
                    let before = ask(s, file, .getFlags, [0])
                    ask(s, file, .setFlags, [(before?[0] ?? 0) | noDump])
                    ask(s, file, .setFlags, [(before?[0] ?? 0) | immutable])
                }
            }
        },
    ]
}
