import FaultInjection
import SystemIO

/// The provider-configs that come with the program, found by name.
package struct ConfigurationCatalogue: Sendable {
    /// One config of the catalogue.
    package struct Entry: Hashable, Sendable {
        /// Its path in the folder without its ending: `downloads/stalls-for-ever`.
        package let name: String
        package let path: String

        /// The last part of the name, which finds the entry too where it is the only one.
        package var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }
        package var family: String { name.split(separator: "/").count > 1 ? String(name.split(separator: "/")[0]) : "" }
    }

    package let folder: String
    package let entries: [Entry]

    /// - Throws: `Errno`, if the folder can't be listed.
    package init(folder: String) throws(Errno) {
        self.folder = folder
        entries = try ConfigurationCatalogue.list(folder, below: "", depth: 0).sorted { $0.name < $1.name }
    }

    private static func list(_ folder: String, below prefix: String, depth: Int) throws(Errno) -> [Entry] {
        var found: [Entry] = []
        for entry in try FolderListing.entries(ofPath: folder) {
            if entry.isFolder, depth < 4, !entry.name.hasPrefix(".") {
                found += try list(folder + "/" + entry.name, below: prefix + entry.name + "/", depth: depth + 1)
            } else if !entry.isFolder, let stem = ConfigurationFileName.stem(of: entry.name) {
                found.append(Entry(name: prefix + stem, path: folder + "/" + entry.name))
            }
        }
        return found
    }

    /// The folder that is in use: `$FPSIM_CONFIGS`, else `provider-configs` beside the program or in a folder above it
    /// (a build's), else the installed `../share/fpsim/provider-configs`.
    package static func find(environment: [String: String], program: String) -> ConfigurationCatalogue? {
        var candidates: [String] = []
        if let named = environment["FPSIM_CONFIGS"], !named.isEmpty {
            candidates = [named]
        } else {
            var parts = program.split(separator: "/").dropLast()
            candidates.append("/" + parts.dropLast().joined(separator: "/") + "/share/fpsim/provider-configs")
            for _ in 0..<6 {
                candidates.append("/" + parts.joined(separator: "/") + "/provider-configs")
                if parts.isEmpty { break }
                parts = parts.dropLast()
            }
        }
        for folder in candidates {
            if let catalogue = try? ConfigurationCatalogue(folder: folder) { return catalogue }
        }
        return nil
    }

    package enum LookUp: Hashable, Sendable {
        case found(Entry)
        case ambiguous([String])
        case unknown(nearest: String?)
    }

    /// The entry with this name, in full or its last part only.
    package func entry(named name: String) -> LookUp {
        let bare = ConfigurationFileName.stem(of: name) ?? name
        if let exact = entries.first(where: { $0.name == bare }) { return .found(exact) }
        let matches = entries.filter { $0.shortName == bare }
        if matches.count == 1 { return .found(matches[0]) }
        if matches.count > 1 { return .ambiguous(matches.map(\.name)) }
        return .unknown(nearest: WordSuggestion.nearest(to: bare, among: entries.flatMap { [$0.name, $0.shortName] }))
    }

    /// The path of the file that `--config NAME` means: NAME itself if there is such a file, else the catalogue's.
    package static func path(
        forConfig name: String, environment: [String: String], program: String
    ) -> Result<String, ConfigurationProblem> {
        if RegularFile.nameExists(name) { return .success(name) }
        func missing(_ message: String, _ suggestion: String?) -> Result<String, ConfigurationProblem> {
            .failure(
                ConfigurationProblem(
                    .error, at: SourcePosition(file: name, line: 1, column: 1), message, suggestion: suggestion))
        }
        guard let catalogue = find(environment: environment, program: program) else {
            return missing("there is no such file, and no folder of provider-configs", "name it with FPSIM_CONFIGS")
        }
        switch catalogue.entry(named: name) {
        case .found(let entry): return .success(entry.path)
        case .ambiguous(let names):
            return missing("several configs have this name", "write \(names.joined(separator: " or "))")
        case .unknown(let nearest):
            return missing(
                "there is no such file, nor a config of this name",
                nearest.map { "did you mean '\($0)'?" } ?? "'fpsim configs' lists them")
        }
    }
}
