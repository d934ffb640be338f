/// What happens to an import at one of its operations on the library, which then lies on a mount of its own.
package struct LibraryFault: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case killBefore = "kill-before"
        case killAfter = "kill-after"
        /// The process is gone, and so is everything that wasn't made durable.
        case powerCut = "power-cut"
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

    /// As people say it.
    package var words: String { "\(kind.rawValue) at \(operations.joined(separator: " or ")) \(nth) on the library" }

    /// As `fpsim rules add` takes it.
    func yaml(under folder: String) -> String {
        switch kind {
        case .killBefore: rule("kill-caller: {when: before}", folder)
        case .killAfter: rule("kill-caller: {when: after}", folder)
        case .powerCut:
            rule("lose-unsynced: {}", folder)
                + rule("kill-caller: {when: before}", folder, name: "fault, then the kill")
        }
    }

    private func rule(_ fault: String, _ folder: String, name: String = "fault") -> String {
        """
        - name: \(name)
          when: {operation: [\(operations.joined(separator: ", "))], path: "\(folder)/**", per: rule, nth: \(nth)}
          do: {\(fault)}

        """
    }
}
