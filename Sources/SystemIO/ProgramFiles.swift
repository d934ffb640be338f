import Glibc

/// Where this program is, and the programs that are installed with it.
package enum ProgramFiles {
    /// The running program's own file, as the kernel knows it.
    package static var thisProgram: String {
        let target = try? FileDescriptor.workingDirectory.readLink("/proc/self/exe")
        return target.map { String(decoding: $0, as: UTF8.self) } ?? CommandLine.arguments[0]
    }

    /// The program with this name in the folder of the running one.
    package static func besideThisProgram(_ name: String) -> String {
        let own = thisProgram
        guard let slash = own.lastIndex(of: "/") else { return name }
        return String(own[...slash]) + name
    }
}
