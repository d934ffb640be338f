import CFuse3
import Glibc
import SystemIO

// libfuse's callbacks: C functions without context, which find the session through the request and hand over typed
// values. They are nonisolated globals, since libfuse knows no actors.

private func name(_ pointer: UnsafePointer<CChar>?) -> FileName { FileName(cString: pointer!) }

private func handle(_ info: UnsafeMutablePointer<fuse_file_info>?) -> HandleID? {
    info.map { HandleID(rawValue: $0.pointee.fh) }
}

private func flags(_ info: UnsafeMutablePointer<fuse_file_info>?) -> OpenFlags {
    OpenFlags(rawValue: info!.pointee.flags)
}

let lowLevelOperations: fuse_lowlevel_ops = {
    var operations = fuse_lowlevel_ops()
    operations.`init` = { _, connection in negotiate(&connection!.pointee) }
    addNames(&operations)
    addObjects(&operations)
    addExtendedAttributes(&operations)
    addOpenFiles(&operations)
    addDirectories(&operations)
    return operations
}()

private func addNames(_ operations: inout fuse_lowlevel_ops) {
    operations.lookup = { request, parent, child in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.lookup(
                LookupRequest(caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child)),
                Reply(request!, session))
        }
    }
    operations.forget = { request, node, count in
        FileSystemSession.withFileSystem(request!) { fileSystem, _ in
            fileSystem.forget(NodeID(rawValue: node), lookups: count)
            fuse_reply_none(request)
        }
    }
    operations.forget_multi = { request, count, forgets in
        FileSystemSession.withFileSystem(request!) { fileSystem, _ in
            for forget in UnsafeBufferPointer(start: forgets, count: count) {
                fileSystem.forget(NodeID(rawValue: forget.ino), lookups: forget.nlookup)
            }
            fuse_reply_none(request)
        }
    }
    operations.mknod = { request, parent, child, mode, device in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.makeNode(
                MakeNodeRequest(
                    caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child), mode: mode,
                    device: UInt64(device)), Reply(request!, session))
        }
    }
    operations.mkdir = { request, parent, child, mode in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.makeDirectory(
                MakeDirectoryRequest(
                    caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child),
                    permissions: mode & 0o7777), Reply(request!, session))
        }
    }
    operations.unlink = { request, parent, child in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.unlink(
                RemoveRequest(caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child)),
                Reply(request!, session))
        }
    }
    operations.rmdir = { request, parent, child in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.removeDirectory(
                RemoveRequest(caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child)),
                Reply(request!, session))
        }
    }
    operations.symlink = { request, target, parent, child in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.makeSymbolicLink(
                SymbolicLinkRequest(
                    caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child),
                    target: name(target)), Reply(request!, session))
        }
    }
    operations.rename = { request, parent, child, newParent, newChild, flags in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.rename(
                RenameRequest(
                    caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child),
                    newParent: NodeID(rawValue: newParent), newName: name(newChild),
                    flags: RenameFlags(rawValue: flags)), Reply(request!, session))
        }
    }
    operations.link = { request, node, newParent, newChild in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.link(
                LinkRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), newParent: NodeID(rawValue: newParent),
                    newName: name(newChild)), Reply(request!, session))
        }
    }
    operations.create = { request, parent, child, mode, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.create(
                CreateRequest(
                    caller: Caller(request!), parent: NodeID(rawValue: parent), name: name(child),
                    permissions: mode & 0o7777, flags: flags(info), isTemporary: session.isTemporaryFile),
                Reply(request!, session))
        }
    }
}

private func addObjects(_ operations: inout fuse_lowlevel_ops) {
    operations.getattr = { request, node, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.getAttributes(
                GetAttributesRequest(caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)),
                Reply(request!, session))
        }
    }
    operations.setattr = { request, node, attributes, valid, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.setAttributes(
                SetAttributesRequest(
                    request!, node, attributes!.pointee, valid, handle(info),
                    clearsSetID: session.word(at: 0) & UInt32(FATTR_KILL_SUIDGID) != 0),
                Reply(request!, session))
        }
    }
    operations.readlink = { request, node in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.readLink(
                NodeRequest(caller: Caller(request!), node: NodeID(rawValue: node)), Reply(request!, session))
        }
    }
    operations.access = { request, node, mask in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.access(
                AccessRequest(caller: Caller(request!), node: NodeID(rawValue: node), mask: mask),
                Reply(request!, session))
        }
    }
    operations.statfs = { request, node in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.statistics(
                NodeRequest(caller: Caller(request!), node: NodeID(rawValue: node)), Reply(request!, session))
        }
    }
}

private func addExtendedAttributes(_ operations: inout fuse_lowlevel_ops) {
    operations.setxattr = { request, node, attribute, value, size, flags in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.setExtendedAttribute(
                SetExtendedAttributeRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), name: name(attribute),
                    value: Array(UnsafeRawBufferPointer(start: value, count: size)), flags: flags),
                Reply(request!, session))
        }
    }
    operations.getxattr = { request, node, attribute, size in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.getExtendedAttribute(
                GetExtendedAttributeRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), name: name(attribute), capacity: size),
                Reply(request!, session))
        }
    }
    operations.listxattr = { request, node, size in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.listExtendedAttributes(
                ListExtendedAttributesRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), capacity: size),
                Reply(request!, session))
        }
    }
    operations.removexattr = { request, node, attribute in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.removeExtendedAttribute(
                RemoveExtendedAttributeRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), name: name(attribute)),
                Reply(request!, session))
        }
    }
}

private func handleRequest(
    _ request: fuse_req_t, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?
) -> HandleRequest {
    HandleRequest(
        caller: Caller(request), node: NodeID(rawValue: node), handle: handle(info)!, flags: flags(info))
}

private func addOpenFiles(_ operations: inout fuse_lowlevel_ops) {
    operations.open = { request, node, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.open(
                OpenRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), flags: flags(info),
                    clearsSetID: session.word(at: 4) & UInt32(FUSE_OPEN_KILL_SUIDGID) != 0),
                Reply(request!, session))
        }
    }
    operations.read = { request, node, size, offset, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.read(
                ReadRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!,
                    offset: Int64(offset), size: size, flags: flags(info)), Reply(request!, session))
        }
    }
    operations.write_buf = { request, node, buffers, offset, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.write(
                WriteRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!,
                    offset: Int64(offset), size: fuse_buf_size(buffers), flags: flags(info),
                    isFromPageCache: info!.pointee.writepage != 0,
                    clearsSetID: session.word(at: 20) & UInt32(FUSE_WRITE_KILL_SUIDGID) != 0),
                WritePayload(buffers!),
                Reply(request!, session))
        }
    }
    operations.flush = { request, node, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.flush(handleRequest(request!, node, info), Reply(request!, session))
        }
    }
    operations.release = { request, node, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.release(handleRequest(request!, node, info), Reply(request!, session))
        }
    }
    operations.fsync = { request, node, dataOnly, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.synchronize(
                SynchronizeRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!,
                    dataOnly: dataOnly != 0), Reply(request!, session))
        }
    }
    operations.fallocate = { request, node, mode, offset, length, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.allocate(
                AllocateRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!, mode: mode,
                    offset: Int64(offset), length: Int64(length)), Reply(request!, session))
        }
    }
    operations.lseek = { request, node, offset, whence, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.seek(
                SeekRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!,
                    offset: Int64(offset), whence: whence), Reply(request!, session))
        }
    }
    operations.copy_file_range = { request, node, offset, info, target, targetOffset, targetInfo, length, _ in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.copyRange(
                CopyRangeRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!,
                    offset: Int64(offset), targetNode: NodeID(rawValue: target), targetHandle: handle(targetInfo)!,
                    targetOffset: Int64(targetOffset), length: length), Reply(request!, session))
        }
    }
    operations.ioctl = { request, node, command, _, info, flags, value, size, capacity in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.ioctl(
                IoctlRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!,
                    isDirectory: flags & UInt32(FUSE_IOCTL_DIR) != 0, command: command,
                    value: Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : size)),
                    capacity: capacity), Reply(request!, session))
        }
    }
}

private func listRequest(
    _ request: fuse_req_t, _ node: fuse_ino_t, _ size: Int, _ offset: off_t,
    _ info: UnsafeMutablePointer<fuse_file_info>?
) -> ListRequest {
    ListRequest(
        caller: Caller(request), node: NodeID(rawValue: node), handle: handle(info)!,
        offset: UInt64(bitPattern: Int64(offset)), size: size)
}

private func addDirectories(_ operations: inout fuse_lowlevel_ops) {
    operations.opendir = { request, node, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.openDirectory(
                OpenRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), flags: flags(info), clearsSetID: false),
                Reply(request!, session))
        }
    }
    operations.readdir = { request, node, size, offset, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.readDirectory(listRequest(request!, node, size, offset, info), Reply(request!, session))
        }
    }
    operations.readdirplus = { request, node, size, offset, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.readDirectoryPlus(listRequest(request!, node, size, offset, info), Reply(request!, session))
        }
    }
    operations.releasedir = { request, node, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.releaseDirectory(handleRequest(request!, node, info), Reply(request!, session))
        }
    }
    operations.fsyncdir = { request, node, dataOnly, info in
        FileSystemSession.withFileSystem(request!) { fileSystem, session in
            fileSystem.synchronizeDirectory(
                SynchronizeRequest(
                    caller: Caller(request!), node: NodeID(rawValue: node), handle: handle(info)!,
                    dataOnly: dataOnly != 0), Reply(request!, session))
        }
    }
}
