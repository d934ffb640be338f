import FoundationEssentials
import SystemIO

/// A trial's own folder, made afresh and removed with all that is in it.
package final class Workspace: Sendable {
    package let path: String
    /// What no other folder's name has.
    let mark: String

    /// A folder's name says whose it is, so that what a killed process left is known.
    struct Name {
        let owner: ProcessIdentity
        let mark: String

        init(owner: ProcessIdentity, mark: String) {
            self.owner = owner
            self.mark = mark
        }

        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "fpsim-trial", let owner = ProcessIdentity(parts[1]), !parts[2].isEmpty
            else { return nil }
            self.init(owner: owner, mark: String(parts[2]))
        }

        var text: String { "fpsim-trial.\(owner.text).\(mark)" }
    }

    /// - Parameter parent: Where it is made; nil: the user's temporary folder.
    /// - Throws: `TrialFailure`.
    package init(in parent: String? = nil) throws(TrialFailure) {
        let parent = parent ?? FileManager.default.temporaryDirectory.path
        for _ in 0..<100 {
            let name = Name(owner: .own, mark: String(UInt64.random(in: .min ... .max), radix: 36))
            let path = "\(parent)/\(name.text)"
            do throws(Errno) {
                try FileDescriptor.workingDirectory.makeDirectory(path, permissions: 0o700)
                self.path = path
                mark = name.mark
                return
            } catch .fileExists {
                continue
            } catch {
                throw TrialFailure("a folder for the trial can't be made in “\(parent)”: \(error)")
            }
        }
        throw TrialFailure("no free name for a folder in “\(parent)”")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Makes a folder in it, with those that lead to it.
    /// - Returns: Its path.
    @discardableResult
    package func makeFolder(_ name: String) throws(TrialFailure) -> String {
        let folder = "\(path)/\(name)"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw TrialFailure("“\(folder)” can't be made: \(error)")
        }
        return folder
    }

    /// Writes a new file, with the folders that lead to it.
    package func write(_ bytes: [UInt8], to name: String) throws(TrialFailure) {
        if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
        do {
            let file = try FileDescriptor.workingDirectory.open(
                "\(path)/\(name)", [.writeOnly, .create, .exclusive])
            try bytes.withUnsafeBytes { try file.borrowed.writeAll($0) }
            try file.close()
        } catch {
            throw TrialFailure("“\(name)” can't be written: \(error)")
        }
    }

    /// Removes what has this name in it.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
}
