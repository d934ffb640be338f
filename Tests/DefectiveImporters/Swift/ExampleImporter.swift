import FileCoordination
import Glibc

/// A correct importer in Swift, in the form that iOS code has: guard the scope, coordinate, copy inside the accessor.
///
/// A library holds three folders: `staged/ID` is a document on its way, `files/ID` one that is in place, and
/// `entries/ID.json` makes it an entry: renaming the last into place is the commit, and `recover` undoes whatever came
/// before one, unless an import is under way, which holds `lock`. The defective importers beside this file each override one method.
class ExampleImporter {
    struct Failure: Error {
        var phase: String
        var cause: String
        var retryable = false
    }

    let library: URL
    let coordinator = NSFileCoordinator(filePresenter: nil)
    let deadline: Date
    var phase = "authorize"

    required init(library: URL, seconds: Double) throws {
        self.library = library
        deadline = Date(timeIntervalSinceNow: seconds)
        for folder in ["staged", "files", "entries"] {
            try FileManager.default.createDirectory(
                at: library.appending(path: folder), withIntermediateDirectories: true)
        }
        startClock(seconds)
    }

    // MARK: The verbs

    func importDocument(_ source: URL, cancel: Bool) throws(Failure) -> Entry {
        let name = UUID().uuidString
        let staged = library.appending(path: "staged/\(name)")
        do {
            let lock = try OpenFile(library.appending(path: "lock"), O_RDWR | O_CREAT)
            defer { withExtendedLifetime(lock) {} }
            _ = try lock.isLocked(LOCK_SH)
            try read(source, to: staged)
            phase = "validate"
            try validate(staged, source: source)
            if cancel { throw CocoaError(.userCancelled) }
            phase = "publish"
            let path = try publish(staged, name: name)
            phase = "commit"
            return try commit(Entry(id: name, path: path, displayName: source.lastPathComponent))
        } catch {
            try? FileManager.default.removeItem(at: staged)
            throw failure(error)
        }
    }

    func entries() throws -> [Entry] {
        try FileManager.default.contentsOfDirectory(atPath: library.appending(path: "entries").path)
            .filter { $0.hasSuffix(".json") }.sorted()
            .map {
                try JSONDecoder().decode(Entry.self, from: Data(contentsOf: library.appending(path: "entries/\($0)")))
            }
    }

    /// What an app does at launch: everything that no entry stands for goes, unless somebody is at work on it.
    func recover() throws {
        let lock = try OpenFile(library.appending(path: "lock"), O_RDWR | O_CREAT)
        defer { withExtendedLifetime(lock) {} }
        guard try lock.isLocked(LOCK_EX | LOCK_NB) else { return }
        let kept = Set(try entries().map(\.id))
        for folder in ["staged", "files", "entries"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: library.appending(path: folder).path) {
                let id = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
                if folder == "staged" || !kept.contains(id) {
                    try FileManager.default.removeItem(at: library.appending(path: "\(folder)/\(name)"))
                }
            }
        }
    }

    // MARK: The phases

    func read(_ source: URL, to staged: URL) throws {
        let isScoped = source.startAccessingSecurityScopedResource()
        defer { if isScoped { source.stopAccessingSecurityScopedResource() } }
        phase = "coordinate"
        var coordinationError: NSError?
        var stagingError: (any Error)?
        coordinator.coordinate(readingItemAt: source, options: [], error: &coordinationError) { item in
            phase = "stage"
            do { try copy(item, to: staged) } catch { stagingError = error }
        }
        if let error = stagingError ?? coordinationError { throw error }
    }

    /// Copies, and proves that the copy is whole: the length, the item and its time before and after, and a second
    /// read. FileManager's copyItem proves nothing.
    func copy(_ item: URL, to staged: URL) throws {
        let source = try OpenFile(item, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        let target = try OpenFile(staged, O_WRONLY | O_CREAT | O_EXCL)
        let before = try source.identity()
        var count: Int64 = 0
        while let chunk = try source.read(until: deadline) {
            try target.write(chunk)
            count += Int64(chunk.count)
        }
        guard count == before.size else {
            throw Failure(phase: phase, cause: "\(count) of \(before.size) bytes came", retryable: true)
        }
        guard try source.identity() == before, try source.equals(staged, until: deadline) else {
            throw Failure(phase: phase, cause: "the document changed while it was copied", retryable: true)
        }
        try target.synchronize()
    }

    /// By its content, in another process: documents are hostile.
    func validate(_ staged: URL, source: URL) throws {
        let head = try OpenFile(staged, O_RDONLY).read(until: deadline)?.prefix(1024) ?? []
        guard String(decoding: head, as: UTF8.self).contains("%PDF-") else {
            throw Failure(phase: phase, cause: "the content is no PDF")
        }
        let code = try ChildProgram.run("/usr/bin/qpdf", ["--show-npages", staged.path], until: deadline)
        guard let code, [0, 3].contains(code) else {
            throw Failure(phase: phase, cause: "the content is damaged")
        }
    }

    func publish(_ staged: URL, name: String) throws -> String {
        try move(staged, to: library.appending(path: "files/\(name)"))
        return "files/\(name)"
    }

    func commit(_ entry: Entry) throws -> Entry {
        let new = library.appending(path: "entries/\(entry.id).new")
        let file = try OpenFile(new, O_WRONLY | O_CREAT | O_EXCL)
        try file.write(Array(JSONEncoder().encode(entry)))
        try file.synchronize()
        try move(new, to: library.appending(path: "entries/\(entry.id).json"))
        return entry
    }

    private func move(_ file: URL, to place: URL) throws {
        guard rename(file.path, place.path) == 0 else { throw OpenFile.posix(errno) }
        try OpenFile(place.deletingLastPathComponent(), O_RDONLY | O_DIRECTORY).synchronize()
    }

    /// A deadline is never called the user's cancel, and a lost provider never a bad document.
    func failure(_ error: any Error) -> Failure {
        if let failure = error as? Failure { return failure }
        if Date.now >= deadline {
            return Failure(phase: phase, cause: "the provider didn't answer in time", retryable: true)
        }
        let isLost = (error as? POSIXError).map { [.EIO, .ETIMEDOUT, .EBUSY, .EDEADLK].contains($0.code) } ?? true
        return Failure(phase: phase, cause: "\(error)", retryable: isLost)
    }

    // MARK: The clock

    /// At the deadline a waiting claim is given up, and a blocked read is interrupted, again and again until it is left.
    private func startClock(_ seconds: Double) {
        // Without SA_RESTART, so that the signal ends a blocked read.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGALRM, &action, nil)
        var timer = itimerval()
        timer.it_value.tv_sec = Int(seconds)
        timer.it_value.tv_usec = Int(seconds.truncatingRemainder(dividingBy: 1) * 1_000_000)
        timer.it_interval.tv_usec = 200_000
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
        let coordinator = UncheckedSendable(coordinator)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { coordinator.value.cancel() }
    }
}

/// `cancel` is the one method of a coordinator that any thread may call.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

struct Entry: Codable {
    var id: String
    var state = "available"
    var path: String
    var displayName: String
}
