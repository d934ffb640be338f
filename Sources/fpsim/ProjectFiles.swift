import FoundationEssentials
import SystemIO

/// Where the program is, and what lies beside it in a clone of the project.
enum ProjectFiles {
    /// This program's absolute path.
    static let program: String = {
        guard let target = SymbolicLink.target(of: Array("/proc/self/exe".utf8)) else {
            return CommandLine.arguments[0]
        }
        return String(decoding: target, as: UTF8.self)
    }()

    /// A folder of the project: in the working directory, else in the clone that the program was built in.
    static func folder(_ name: String) -> String {
        var places = ["."]
        var place = program[...]
        while let slash = place.lastIndex(of: "/") {
            place = place[..<slash]
            places.append(String(place))
        }
        return places.map { $0 == "." ? name : "\($0)/\(name)" }.first(where: isFolder) ?? name
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileDescriptor.workingDirectory.status(of: path, followLink: true))?.isDirectory ?? false
    }
}
