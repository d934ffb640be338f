import CLinux
import Glibc
import SystemIO

/// One thing that a file system does, as a short play of calls.
package struct ConformanceCase: Sendable {
    package enum Need: Sendable {
        case nothing
        /// Only root can play it: it acts as other users, or makes devices.
        case root
    }

    package let name: String
    package let need: Need
    let play: @Sendable (Scene) -> Void

    init(_ name: String, needs need: Need = .nothing, _ play: @escaping @Sendable (Scene) -> Void) {
        self.name = name
        self.need = need
        self.play = play
    }

    /// All cases, in the order of the topics.
    package static let all: [ConformanceCase] =
        opening + names + renaming + links + data + holes + mapping + times + permissions + otherUsers + attributes
        + inodeFlags + locks + listing + limits

    /// The cases that this process can play.
    package static var playable: [ConformanceCase] { all.filter { $0.need == .nothing || geteuid() == 0 } }
}

extension ConformanceCase: CustomStringConvertible {
    package var description: String { name }
}

/// What one case did in one folder.
package struct ConformanceRecord: Sendable, Equatable {
    package let name: String
    package let steps: [String]
    /// The steps that went against what the case says of any file system.
    package let violations: [String]
}

extension ConformanceCase {
    /// Plays the case in a new folder inside `directory`, and removes that folder.
    package func run(in directory: String) throws(Errno) -> ConformanceRecord {
        let (play, name) = (play, name)
        let record = try OwnThread.run(in: directory) {
            let folder = "case-\(gettid())"
            guard Glibc.mkdir(folder, 0o755) == 0, Glibc.chdir(folder) == 0 else {
                return ConformanceRecord(name: name, steps: [], violations: ["no folder: \(Errno.current)"])
            }
            let scene = Scene()
            play(scene)
            var violations = scene.violations
            let left = Removal.remove("\(directory)/\(folder)")
            if let left { violations.append("the folder can't be removed: \(left)") }
            return ConformanceRecord(name: name, steps: scene.steps, violations: violations)
        }
        return record
    }
}

extension ConformanceRecord {
    /// Where this record, the mount's, departs from the bare folder's: nil where it doesn't.
    package func difference(from bare: ConformanceRecord) -> String? {
        guard steps != bare.steps else { return nil }
        let index = zip(steps, bare.steps).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        guard let index else { return "\(name): \(steps.count) steps here, \(bare.steps.count) on the bare folder" }
        return "\(name): step \(index + 1): '\(steps[index])', on the bare folder '\(bare.steps[index])'"
    }
}
