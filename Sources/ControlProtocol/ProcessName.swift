/// What this process is called: the first 15 bytes of its program's name, as the kernel shows them.
package enum ProcessName {
    package static var current: String {
        guard let path = CommandLine.unsafeArgv[0].map({ String(cString: $0) }) else { return "?" }
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
        return String(decoding: name.utf8.prefix(15), as: UTF8.self)
    }
}
