import CFuse3
import SystemIO

// What the kernel remembers, taken back. A notification about something that the kernel doesn't know is no error.
//
// The kernel takes the directory's lock to drop a name, and a caller holds that lock while it waits for a lookup,
// create, unlink or rename in it: notifying while such a request is unanswered would wait for it. So notify outside
// of handlers of those (from a timer), or from another thread.
extension FileSystemSession {
    /// Forgets attributes, and cached bytes from `offset` on; a negative offset forgets attributes alone.
    package func invalidate(_ node: NodeID, from offset: Int64 = 0, length: Int64 = 0) {
        guard let handle else { return }
        fuse_lowlevel_notify_inval_inode(handle, node.rawValue, off_t(offset), off_t(length))
    }

    /// Forgets that a name in a directory is, or isn't, there.
    package func invalidate(_ name: FileName, in parent: NodeID) {
        guard let handle else { return }
        name.withCString { _ = fuse_lowlevel_notify_inval_entry(handle, parent.rawValue, $0, name.count) }
    }

    /// Makes the kernel ask again before it believes a name, without dropping what is open or mounted below.
    package func expire(_ name: FileName, in parent: NodeID) {
        guard let handle else { return }
        name.withCString { cName in
            if fuse_lowlevel_notify_expire_entry(handle, parent.rawValue, cName, name.count, FUSE_LL_EXPIRE_ONLY) != 0 {
                fuse_lowlevel_notify_inval_entry(handle, parent.rawValue, cName, name.count)
            }
        }
    }

    /// A name is gone, and inotify watchers are told.
    package func deleted(_ name: FileName, _ node: NodeID, in parent: NodeID) {
        guard let handle else { return }
        name.withCString {
            _ = fuse_lowlevel_notify_delete(handle, parent.rawValue, node.rawValue, $0, name.count)
        }
    }
}

// Files that the kernel reads and writes itself.
extension FileSystemSession {
    /// Registers an open file of the source.
    /// - Throws: `Errno`: EPERM without CAP_SYS_ADMIN, ELOOP for a source that is itself stacked.
    package func openBacking(_ file: FileDescriptor) throws(Errno) -> BackingID {
        guard canPassThrough, let descriptor else { throw .notSupported }
        return BackingID(
            rawValue: try SystemCall.retrying { fpsim_backing_open(descriptor.rawValue, file.rawValue) })
    }

    /// Gives the registration back; files that are open with it stay so.
    package func closeBacking(_ backing: BackingID) {
        guard let descriptor else { return }
        _ = fpsim_backing_close(descriptor.rawValue, UInt32(bitPattern: backing.rawValue))
    }
}
