/// How a mount is made.
package struct MountOptions: Sendable {
    /// What `/proc/mounts` shows as the device.
    package var name: String
    /// What follows `fuse.` in `/proc/mounts`.
    package var subtype: String
    /// Other users may reach the mount: for root only, since fusermount3 refuses it to others.
    package var allowsOtherUsers: Bool
    /// The kernel judges permissions by the attributes.
    package var checksPermissions = true
    /// Set-user-ID bits and device nodes mean something. For root only.
    package var allowsSetUserIDAndDevices = false
    package var isReadOnly = false
    /// Asks the kernel for passthrough; whether it is there, `FileSystemSession.canPassThrough` says.
    package var wantsPassthrough = true
    /// How many file systems may be stacked below, for passthrough: 2 if the source is an overlayfs itself.
    package var stackDepth = 1

    package init(name: String, subtype: String = "fpsim", allowsOtherUsers: Bool) {
        self.name = name
        self.subtype = subtype
        self.allowsOtherUsers = allowsOtherUsers
    }

    /// As mount(8) has them after `-o`. A comma in a name is escaped as libfuse reads it.
    var list: String {
        func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
        }
        var options = ["fsname=\(escaped(name))", "subtype=\(escaped(subtype))"]
        if allowsOtherUsers { options.append("allow_other") }
        if checksPermissions { options.append("default_permissions") }
        if allowsSetUserIDAndDevices { options += ["suid", "dev"] }
        if isReadOnly { options.append("ro") }
        return options.joined(separator: ",")
    }
}

/// The mount couldn't be made.
package struct MountError: Error, CustomStringConvertible {
    /// What libfuse said about it.
    package let reason: String
    package var description: String { reason }
}
