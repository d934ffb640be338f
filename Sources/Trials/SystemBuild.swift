import FoundationEssentials
import Glibc
import Reporting

extension RunRecord.Build {
    /// The operating system that this runs on: its name and version, and the kernel's build.
    package static var system: RunRecord.Build {
        var facts: [Substring: Substring] = [:]
        let text = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { facts[parts[0]] = parts[1].trimmed }
        }
        var kernel = utsname()
        uname(&kernel)
        let release = withUnsafePointer(to: &kernel.release.0) { String(cString: $0) }
        let machine = withUnsafePointer(to: &kernel.machine.0) { String(cString: $0) }
        return RunRecord.Build(
            name: String(facts["NAME"] ?? "Linux"), version: String(facts["VERSION_ID"] ?? ""),
            build: "Linux \(release) \(machine)")
    }
}

extension Substring {
    /// Without the quotes around it.
    fileprivate var trimmed: Substring {
        hasPrefix("\"") && hasSuffix("\"") && count > 1 ? dropFirst().dropLast() : self
    }
}
