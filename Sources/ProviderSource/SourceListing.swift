import SystemIO

/// An open folder of a source.
package protocol SourceListing: AnyObject {
    /// Goes to the beginning (0) or to what an entry gave as `next`.
    func seek(to position: UInt64) throws(Errno)
    /// The entry at the position, or nil at the end. `.` and `..` are among the entries.
    func peek() throws(Errno) -> DirectoryReader.Entry?
    /// Goes past the entry that `peek` gave.
    func advance()
    /// The folder's descriptor, or nil for one that no disk holds.
    var descriptor: FileDescriptor? { get }
}
