import Conformance
import FoundationEssentials
import Glibc
import SystemIO

/// A folder that is gone when the body ends.
enum TemporaryFolder {
    static func with<Value>(_ body: (String) throws -> Value) throws -> Value {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/conformance-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { if let error = Removal.remove(path) { fatalError("\(path) can't be removed: \(error)") } }
        return try body(path)
    }
}
