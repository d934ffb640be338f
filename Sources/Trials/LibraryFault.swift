/// What happens to an import at its operations on the library, which then lies on a mount of its own.
package struct LibraryFault: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case killBefore = "kill-before"
        case killAfter = "kill-after"
        /// The process is gone, and so is everything that wasn't made durable.
        case powerCut = "power-cut"
        /// Each of the operations takes as long as on a disk: where several import at once, what one of them has read
        /// is old by the time it writes.
        case slow

        /// Those after which the importer is gone, which excuses it.
        package static let deaths: [Kind] = [.killBefore, .killAfter, .powerCut]
    }

    package var kind: Kind
    /// Which operations count.
    package var operations: [String]
    /// The how-manieth of them, from 1.
    package var nth: Int

    package init(_ kind: Kind, at operations: [String], nth: Int) {
        self.kind = kind
        self.operations = operations
        self.nth = nth
    }

    /// What waits for the disk, on a slow one.
    package static let slowDisk = LibraryFault(.slow, at: ["fsync", "fsyncdir"], nth: 1)

    package var isDeath: Bool { Kind.deaths.contains(kind) }

    /// As people say it.
    package var words: String {
        kind == .slow
            ? "on a slow disk" : "\(kind.rawValue) at \(operations.joined(separator: " or ")) \(nth) on the library"
    }

    /// As `fpsim rules add` takes it.
    func yaml(under folder: String) -> String {
        switch kind {
        case .killBefore: rule("kill-caller: {when: before}", folder, place)
        case .killAfter: rule("kill-caller: {when: after}", folder, place)
        case .powerCut:
            rule("lose-unsynced: {}", folder, place)
                + rule("kill-caller: {when: before}", folder, place, name: "fault, then the kill")
        case .slow: rule("delay: 40ms", folder, "")
        }
    }

    /// The one of the operations that it is about.
    private var place: String { ", per: rule, nth: \(nth)" }

    private func rule(_ fault: String, _ folder: String, _ place: String, name: String = "fault") -> String {
        """
        - name: \(name)
          when: {operation: [\(operations.joined(separator: ", "))], path: "\(folder)/**"\(place)}
          do: {\(fault)}

        """
    }
}
