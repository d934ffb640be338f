#if os(Linux)
import Foundation
import SystemIO

extension FileManager {
    /// Moves a file, over the border of a file system too. Linux's `moveItem` there trusts the source's stated size,
    /// and reports failure with the copy left behind when the source can't be removed (L7).
    ///
    /// Across file systems the copy is complete and on disk before the source is removed; when it can't be removed
    /// the copy goes again.
    /// - Throws: `CocoaError.fileWriteFileExists` where the destination exists.
    public func safelyMoveItem(at source: URL, to destination: URL) throws {
        do throws(Errno) {
            try FileDescriptor.workingDirectory.rename(
                source.path, to: .workingDirectory, destination.path, flags: .noReplace)
        } catch {
            guard error == .crossDevice else {
                throw AccessError.error(AccessError.cocoaCode(writing: error), error, url: destination)
            }
            try moveAcrossDevices(source, destination)
        }
    }

    /// Puts `newItem` in the place of `original`, in one step: whoever looks sees the one or the other. Linux's
    /// `replaceItemAt` renames the old item over the new one and loses the new content (L6). Both must be on one file
    /// system.
    /// - Returns: the place, now with the new content.
    @discardableResult
    public func safelyReplaceItem(at original: URL, withItemAt newItem: URL) throws -> URL {
        do throws(Errno) {
            try FileDescriptor.workingDirectory.rename(newItem.path, to: .workingDirectory, original.path)
            return original
        } catch {
            throw AccessError.error(AccessError.cocoaCode(writing: error), error, url: original)
        }
    }

    private func moveAcrossDevices(_ source: URL, _ destination: URL) throws {
        try FileCopy.copy(source, to: destination)
        do {
            try removeItem(at: source)
        } catch {
            try? removeItem(at: destination)
            throw error
        }
    }
}

extension Errno {
    fileprivate static let crossDevice = Errno(name: "EXDEV")
}
#endif
