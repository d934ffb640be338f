import FoundationEssentials

extension ManualCheck {
    /// What no mount on Linux can show, whatever it is made to do.
    package static let standard: [ManualCheck] = [
        ManualCheck(
            name: "picker",
            instructions: "Pick a document with the system's own picker from each provider that matters. "
                + "The app gets a URL and imports it."),
        ManualCheck(
            name: "real authorization",
            instructions: "Sign out of the provider, pick from Recents, import. The error says to sign in, "
                + "and no entry is added."),
        ManualCheck(
            name: "real download",
            instructions: "Pick a document that is only in the cloud, on a slow line. Progress shows, "
                + "and the import ends."),
        ManualCheck(
            name: "offline",
            instructions: "Flight mode, then import a document that isn't downloaded. It fails within the bound, "
                + "and works when online again."),
        ManualCheck(
            name: "background",
            instructions: "Leave the app in mid-import, come back after a minute. The import has ended, or goes on."),
        ManualCheck(
            name: "relaunch",
            instructions: "Import, end the app in the app switcher, restart the device, open the copy."),
        ManualCheck(
            name: "update",
            instructions: "Import, install a new version of the app (its container moves), open the copy."),
        ManualCheck(
            name: "provider's app removed",
            instructions: "Import, remove the provider's app, open the copy."),
    ]

    /// What was found, put into the rows of the same name; others are added behind.
    package static func merged(_ rows: [ManualCheck], with found: [ManualCheck]) -> [ManualCheck] {
        let known = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let names = Set(rows.map(\.name))
        return rows.map { row in
            guard var result = known[row.name] else { return row }
            if result.instructions.isEmpty { result.instructions = row.instructions }
            return result
        } + found.filter { !names.contains($0.name) }
    }

    /// Reads rows that somebody filled in; only the name is required.
    package static func read(_ bytes: [UInt8]) throws -> [ManualCheck] {
        struct Row: Decodable {
            let name: String
            let instructions, result, device, date: String?
        }
        return try JSONDecoder().decode([Row].self, from: Data(bytes)).map { row in
            ManualCheck(
                name: row.name, instructions: row.instructions ?? "", result: row.result ?? "",
                device: row.device ?? "", date: row.date ?? "")
        }
    }

    /// The rows as JSON, to be filled in.
    package static func text(_ rows: [ManualCheck]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Rows are made of strings alone, which always encode.
        return String(decoding: (try? encoder.encode(rows)) ?? Data(), as: UTF8.self) + "\n"
    }
}
