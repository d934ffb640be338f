import ControlProtocol
import FileCoordination
import Foundation
import ImportCore
import SystemIO

/// The documents below a folder, found as they are asked for, so that a tree of any size takes little memory. A package
/// is one document. Symbolic links are left out, since they may lead anywhere, and so is the library that the documents
/// are for. A folder on a mount is picked, as a person picks it: its scope is held until the walk ends, and
/// each of its folders is read in coordination with the provider.
public final class FolderWalk {
    private var folders: [[UInt8]]
    private var files: [[UInt8]] = []
    private let root: [UInt8]
    private let own: Set<FileIdentity>
    private let scope: URL?
    private let deadline: Duration?
    /// Folders that could not be read, and why.
    public private(set) var failures: [ImportFailure] = []
    /// How many symbolic links were left out.
    public private(set) var links = 0

    /// - Parameters:
    ///   - path: the folder's path, of any bytes, and absolute on a mount. If it is a symbolic link, that was named and
    ///     is followed.
    ///   - library: the one that the documents are for.
    ///   - deadline: how long a provider may take for one folder; nil for ever.
    public init(path: [UInt8], for library: DocumentLibrary? = nil, deadline: Duration? = .seconds(30)) {
        folders = [path]
        root = path
        own = library?.folderIdentities ?? []
        self.deadline = deadline
        scope = Self.startScope(of: path, deadline)
    }

    deinit {
        scope?.stopAccessingSecurityScopedResource()
    }

    /// The next file's path, or nil at the end.
    public func next() -> [UInt8]? {
        while files.isEmpty, let folder = folders.popLast() { read(folder) }
        return files.popLast()
    }

    /// Nil where no scope was granted: then the folder may be readable all the same.
    private static func startScope(of path: [UInt8], _ deadline: Duration?) -> URL? {
        guard ProviderMount.locate(path) != nil, let url = URL(string: PickedURL(path: path, token: nil).text) else {
            return nil
        }
        let control = WatchedWork.control(deadline: deadline)
        return try? WatchedWork.run(control, abandoned: { $0 }) { () throws(ImportProblem) -> URL? in
            try control.waiting(interrupt: {}) { () throws(ImportProblem) -> URL? in
                guard let picked = try? DocumentPicker.pick(url, folder: true),
                    picked.startAccessingSecurityScopedResource()
                else { return nil }
                return picked
            }
        }
    }

    private func read(_ folder: [UInt8]) {
        do throws(ImportProblem) {
            for child in try children(of: folder) {
                let path = folder + [UInt8(ascii: "/")] + child.name.bytes
                switch child.kind {
                case .symbolicLink: links += 1
                case .directory where !DocumentPackage.isNamed(by: path): folders.append(path)
                default: files.append(path)
                }
            }
        } catch {
            failures.append(ImportFailure(document: DisplayName(pathBytes: folder), phase: .stage, problem: error))
        }
    }

    private struct Child: Sendable {
        let name: FileName
        let kind: FileStatus.Kind?
    }

    /// The last first, since both lists are taken from their ends.
    private func children(of folder: [UInt8]) throws(ImportProblem) -> [Child] {
        let isRoot = folder == root
        guard ProviderMount.locate(folder) != nil, let url = URL(string: PickedURL(path: folder, token: nil).text)
        else { return try Self.list(folder, follows: isRoot, leavingOut: own) }
        let control = WatchedWork.control(deadline: deadline)
        let coordinator = NSFileCoordinator()
        let own = own
        return try WatchedWork.run(control, abandoned: { $0 }) { () throws(ImportProblem) in
            try control.waiting(interrupt: { coordinator.cancel() }) { () throws(ImportProblem) in
                var refusal: NSError?
                var listed = Result<[Child], ImportProblem>.failure(ImportProblem(.internal, "it was not read"))
                coordinator.coordinate(readingItemAt: url, options: .withoutChanges, error: &refusal) { current in
                    listed = Result { () throws(ImportProblem) in
                        try Self.list(current.pathBytes, follows: isRoot, leavingOut: own)
                    }
                }
                if let refusal { throw ImportProblem(coordination: refusal) }
                return try listed.get()
            }
        }
    }

    private static func list(
        _ folder: [UInt8], follows: Bool, leavingOut own: Set<FileIdentity>
    ) throws(ImportProblem) -> [Child] {
        do {
            let number = try FileName(bytes: folder).withCString { (path) throws(Errno) in
                try FileDescriptor.workingDirectory.open(
                    path, follows ? [.readOnly, .directory] : [.readOnly, .directory, .noFollow]
                ).release()
            }
            let directory = OwnedFileDescriptor(owning: number)
            if !own.isEmpty, own.contains(FileIdentity(try directory.borrowed.status())) {
                throw ImportProblem(.notAFile, "it is the library itself, which has its documents already")
            }
            let names = try directory.borrowed.names().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            return names.reversed().compactMap { name in
                let status = try? name.withCString { (name) throws(Errno) in try directory.borrowed.status(of: name) }
                if let status, status.isDirectory, own.contains(FileIdentity(status)) { return nil }
                return Child(name: name, kind: status?.kind)
            }
        } catch let problem as ImportProblem {
            throw problem
        } catch let error as Errno {
            throw ImportProblem(source: error)
        } catch {
            throw ImportProblem(.internal, "\(error)")
        }
    }
}
