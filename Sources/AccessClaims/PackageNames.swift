/// Which folders are packages, told by the extension, as a system tells it that knows the common document types.
/// A folder inside a path is certainly a folder, so nothing needs to be asked of the file system.
package enum PackageNames {
    package static let extensions: Set<String> = [
        "app", "bundle", "framework", "key", "keynote", "logicx", "numbers", "pages", "photoslibrary", "playground",
        "plugin", "rtfd", "scptd", "sparsebundle", "theater", "textbundle", "webarchive", "wdgt", "xcassets",
        "xcdatamodeld", "xcodeproj", "xcworkspace",
    ]

    package static func isPackage(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
        let suffix = name[name.index(after: dot)...]
        guard suffix.count <= 16 else { return false }
        return extensions.contains(String(decoding: suffix, as: UTF8.self).lowercased())
    }
}
