import ImportCore
import Synchronization

/// A library in memory that knows what a power cut would leave, and that can die or fail at any of its operations.
final class ModelLibrary: Sendable {
    enum Fault: Hashable {
        /// The process dies before or after the operation: no later operation does anything.
        case dieBefore, dieAfter
        /// The operation fails, once or with all that follow.
        case failOnce, failForGood
        /// The operation takes effect and reports a failure all the same.
        case failAfterEffect
    }

    struct File: Hashable {
        var bytes: [UInt8] = []
        var isDurable = false
    }

    struct Row: Hashable {
        var isAvailable: Bool
        var result: ImportResult?
    }

    struct State {
        var rows: [EntryID: Row] = [:]
        var staging: [EntryID: File] = [:]
        var documents: [String: File] = [:]
        /// Names in `documents` that a power cut leaves.
        var durableNames: Set<String> = []
        var nextID = 1
        var operations = 0
        var fault: (at: Int, Fault)?
        var isDead = false
    }

    let state = Mutex(State())

    /// Arms a fault at the n-th operation from now on.
    func arm(_ fault: Fault, at operation: Int) {
        state.withLock { state in
            state.operations = 0
            state.fault = (operation, fault)
        }
    }

    /// Starts a new process on what the old one left.
    /// - Returns: how many operations the old one made.
    @discardableResult
    func relaunch() -> Int {
        state.withLock { state in
            defer {
                state.operations = 0
                state.fault = nil
                state.isDead = false
            }
            return state.operations
        }
    }

    /// What wasn't made durable may be gone, whole or in part.
    func losePower(_ generator: inout SeededGenerator) {
        var random = generator
        state.withLock { state in
            for (id, file) in state.staging where !file.isDurable {
                if Bool.random(using: &random) {
                    state.staging[id] = nil
                } else {
                    state.staging[id]?.bytes = Array(
                        file.bytes.prefix(Int.random(in: 0...file.bytes.count, using: &random)))
                }
            }
            for (name, file) in state.documents {
                if !state.durableNames.contains(name), Bool.random(using: &random) {
                    // The rename is lost: the file is back under its old name.
                    state.documents[name] = nil
                    state.staging[EntryID(rawValue: String(name.dropFirst(10).prefix { $0 != "." }))] = file
                } else if !file.isDurable {
                    state.documents[name]?.bytes = []
                }
            }
            state.durableNames = Set(state.documents.keys)
        }
        generator = random
    }

    private func step<Value>(_ effect: (inout State) throws(ImportProblem) -> Value) throws(ImportProblem) -> Value {
        var result: Result<Value, ImportProblem> = .failure(ImportProblem(.internal, "not run"))
        state.withLock { state in
            guard !state.isDead else {
                result = .failure(ImportProblem(.internal, "the process is dead"))
                return
            }
            state.operations += 1
            let failure = ImportProblem(.storage, "the disk failed")
            switch state.fault {
            case (state.operations, .dieBefore)?:
                state.isDead = true
                result = .failure(failure)
            case (state.operations, .dieAfter)?:
                _ = try? effect(&state)
                state.isDead = true
                result = .failure(failure)
            case (state.operations, .failAfterEffect)?:
                _ = try? effect(&state)
                result = .failure(failure)
            case (state.operations, .failOnce)?:
                result = .failure(failure)
            case (let at, .failForGood)? where state.operations >= at:
                result = .failure(failure)
            default:
                do throws(ImportProblem) {
                    result = .success(try effect(&state))
                } catch {
                    result = .failure(error)
                }
            }
        }
        return try result.get()
    }
}

extension ModelLibrary: EntryJournal {
    func begin(_ candidate: ImportCandidate) throws(ImportProblem) -> EntryID {
        try step { (state) throws(ImportProblem) in
            let id = EntryID(rawValue: "e\(state.nextID)")
            state.nextID += 1
            state.rows[id] = Row(isAvailable: false)
            return id
        }
    }

    func commit(_ id: EntryID, _ result: ImportResult) throws(ImportProblem) -> ImportEntry {
        try step { (state) throws(ImportProblem) in
            guard state.rows[id]?.isAvailable == false else { throw ImportProblem(.internal, "no pending entry") }
            state.rows[id] = Row(isAvailable: true, result: result)
        }
        return ImportEntry(id: id, displayName: DisplayName("document.pdf"), result: result)
    }

    func retract(_ id: EntryID) throws(ImportProblem) {
        try step { (state) throws(ImportProblem) in state.rows[id]?.isAvailable = false }
    }

    func forget(_ ids: [EntryID]) throws(ImportProblem) {
        try step { (state) throws(ImportProblem) in
            for id in ids {
                guard state.rows[id]?.isAvailable != true else { throw ImportProblem(.internal, "it is available") }
                state.rows[id] = nil
            }
        }
    }

    func orphans() throws(ImportProblem) -> [EntryID] {
        try step { (state) throws(ImportProblem) in
            state.rows.filter { !$0.value.isAvailable }.keys.sorted { $0.rawValue < $1.rawValue }
        }
    }

    func known(_ ids: [EntryID]) throws(ImportProblem) -> Set<EntryID> {
        try step { (state) throws(ImportProblem) in Set(ids.filter { state.rows[$0] != nil }) }
    }
}

extension ModelLibrary: DocumentStorage {
    func stage(_ id: EntryID) throws(ImportProblem) -> any StagedDocument {
        try step { (state) throws(ImportProblem) in
            guard state.staging[id] == nil else { throw ImportProblem(.storage, "the name is taken") }
            state.staging[id] = File()
        }
        return Copy(library: self, id: id)
    }

    func publish(_ id: EntryID, as type: ContentType) throws(ImportProblem) -> String {
        let path = "documents/\(id).\(type.fileExtension)"
        try step { (state) throws(ImportProblem) in
            guard state.documents[path] == nil else { throw ImportProblem(.storage, "the name is taken") }
            guard let file = state.staging.removeValue(forKey: id) else {
                throw ImportProblem(.storage, "nothing is staged")
            }
            state.documents[path] = file
        }
        try step { (state) throws(ImportProblem) in state.durableNames.formUnion(state.documents.keys) }
        return path
    }

    func discard(_ id: EntryID) throws(ImportProblem) {
        try step { (state) throws(ImportProblem) in state.staging[id] = nil }
        try step { (state) throws(ImportProblem) in
            for type in ContentType.allCases { state.documents["documents/\(id).\(type.fileExtension)"] = nil }
        }
    }

    func staged() throws(ImportProblem) -> [EntryID] {
        try step { (state) throws(ImportProblem) in Array(state.staging.keys) }
    }

    private final class Copy: StagedDocument {
        let library: ModelLibrary
        let id: EntryID

        init(library: ModelLibrary, id: EntryID) {
            self.library = library
            self.id = id
        }

        func write(_ bytes: UnsafeRawBufferPointer) throws(ImportProblem) {
            try library.step { (state) throws(ImportProblem) in state.staging[id]?.bytes += Array(bytes) }
        }

        func finishDigest() -> String { "digest" }

        func synchronize() throws(ImportProblem) {
            try library.step { (state) throws(ImportProblem) in state.staging[id]?.isDurable = true }
        }
    }
}
