import Glibc
import SystemIO

extension DirectoryTree {
    /// Why a tree can't be laid over another.
    package struct OverlayError: Error, CustomStringConvertible {
        package let description: String
    }

    /// A tree whose changes are kept apart: what callers write goes to `directory`, and the source stays as it is.
    ///
    /// The kernel's overlayfs does it, in a mount that has no place and goes away with this process. It keeps the
    /// changes in `directory/upper` and works in `directory/work`; both are made if they are missing, and a later
    /// mount finds the changes again.
    /// - Throws: `OverlayError`.
    package convenience init(
        source: RawPath, overlay directory: RawPath, descriptorLimit: Int = 2048
    ) throws(OverlayError) {
        let (upper, work) = (directory / "upper", directory / "work")
        for folder in [directory, upper, work] {
            do throws(Errno) {
                try folder.withCString { (folder) throws(Errno) in
                    try FileDescriptor.workingDirectory.makeDirectory(folder)
                }
            } catch  where error != .fileExists {
                throw OverlayError(description: "\(folder): \(error)")
            } catch {}
        }
        let mount = try DirectoryTree.overlayMount(source, directory, upper, work)
        do throws(Errno) {
            try self.init(root: try mount.borrowed.open(".", [.directory]), descriptorLimit: descriptorLimit)
        } catch {
            throw OverlayError(description: "\(directory) over \(source): \(error)")
        }
        keep(mount)
    }

    private static func overlayMount(
        _ source: RawPath, _ directory: RawPath, _ upper: RawPath, _ work: RawPath
    ) throws(OverlayError) -> OwnedFileDescriptor {
        do throws(DetachedMount.Failure) {
            return try DetachedMount.make(
                type: "overlay",
                ["source": "fpsim", "lowerdir": source.escapedForOverlay, "upperdir": upper, "workdir": work])
        } catch {
            let hint = error.error == .notPermitted ? " (an overlay needs root)" : ""
            throw OverlayError(description: "\(directory) over \(source): \(error)\(hint)")
        }
    }
}

extension RawPath {
    /// A colon separates layers, so one in a name is escaped.
    fileprivate var escapedForOverlay: RawPath {
        RawPath(
            bytes: bytes.flatMap { byte in
                [UInt8(ascii: ":"), UInt8(ascii: "\\")].contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
            })
    }
}
